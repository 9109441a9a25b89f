import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { AnswerOf, BodyOf, QueryOf, RouteName, Routes, RuleOf } from '@quorum/contracts/routes.ts';
import type { Position } from '../ports/event-log.ts';

/** The owner of a request's token. */
export type Actor = { readonly userId: string; readonly sessionId: string; readonly profileComplete: boolean };

type ActorOf<N extends RouteName> = Routes[N]['permission']['access'] extends 'session' | 'profile' ? Actor : undefined;

/** One authenticated request with its input parsed and validated. */
export type Call<N extends RouteName> = {
  readonly params: Readonly<Record<string, string>>;
  /** `undefined` for multipart, which the handler reads itself. */
  readonly body: Routes[N] extends { orUpload: string } ? BodyOf<N> | undefined : BodyOf<N>;
  readonly query: QueryOf<N>;
  readonly actor: ActorOf<N>;
  /** Identity of the command: equal for repeats by one caller with the same `Idempotency-Key`, otherwise random. */
  readonly commandId: string;
  /** The caller's own `Idempotency-Key`. Known to nobody else and never stored. */
  readonly repeatKey: string | undefined;
  /** Digest of route and body, which distinguishes a repeat from a reused key. For multipart see `once`. */
  readonly commandDigest: string | undefined;
  /**
   * For multipart: runs the command once its body is known, and once for all repeats.
   * @param content digest of the body. @param run receives what `commandDigest` would be.
   */
  readonly once: (
    content: string,
    run: (commandDigest: string | undefined) => Promise<Reply<N> | Refusal>,
  ) => Promise<Reply<N> | Refusal>;
  readonly correlationId: string;
  /** The caller's network address. */
  readonly address: string;
  /** `https://host` as the caller sees it, for invite links. */
  readonly origin: string;
  /** For uploads and streams. */
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
};

export type JsonReply<T> = {
  readonly body: T;
  /** 200 by default. */
  readonly status?: number;
  /** Log position that this response reflects. */
  readonly position?: Position;
  /** Sequence of the audience that this response includes at least; the client continues from it. */
  readonly sequence?: number;
};

export type StreamReply = {
  readonly stream: Readable;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
};

export type Reply<N extends RouteName> = JsonReply<AnswerOf<N>> | StreamReply;

/** @param permission the route's rule, which the handler executes over the facts it loads. */
export type Handler<N extends RouteName> = (call: Call<N>, permission: RuleOf<N>) => Promise<Reply<N> | Refusal>;

type RoutesOf<S extends 'command' | 'query'> = {
  [N in RouteName]: Routes[N]['service'] extends S ? N : never;
}[RouteName];

/** One handler for every route of a service; a missing one does not compile. */
export type Handlers<S extends 'command' | 'query'> = { readonly [N in RoutesOf<S>]: Handler<N> };
