import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { AnswerOf, BodyOf, QueryOf, RouteName, Routes, RuleOf } from '@quorum/contracts/wire/routes.ts';
import type { Position } from '../ports/event-log.ts';

/** Whom a request's token belongs to. */
export type Actor = { readonly userId: string; readonly sessionId: string; readonly profileComplete: boolean };

type ActorOf<N extends RouteName> = Routes[N]['permission']['access'] extends 'session' | 'profile' ? Actor : undefined;

/** One request, authenticated, with its parts read and validated. */
export type Call<N extends RouteName> = {
  readonly params: Readonly<Record<string, string>>;
  /** `undefined` where it comes as multipart, which the handler reads itself. */
  readonly body: Routes[N] extends { orUpload: string } ? BodyOf<N> | undefined : BodyOf<N>;
  readonly query: QueryOf<N>;
  readonly actor: ActorOf<N>;
  /** Identity of the command: equal for repeats with one `Idempotency-Key` by one caller, else random. */
  readonly commandId: string;
  /** The caller's own `Idempotency-Key`. It is known to nobody else, and never stored. */
  readonly repeatKey: string | undefined;
  /** Digest of route and body, to tell a repeat from a reuse of its key. Of multipart see `once`. */
  readonly commandDigest: string | undefined;
  /**
   * For multipart: runs the command when its body is known, once for all of its repeats.
   * @param content digest of the body. @param run is given what `commandDigest` would be.
   */
  readonly once: (
    content: string,
    run: (commandDigest: string | undefined) => Promise<Reply<N> | Refusal>,
  ) => Promise<Reply<N> | Refusal>;
  readonly correlationId: string;
  /** The caller's network address. */
  readonly address: string;
  /** `https://host` as the caller sees it; begins invite links. */
  readonly origin: string;
  /** For uploads and streams. */
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
};

export type JsonReply<T> = {
  readonly body: T;
  /** 200 when absent. */
  readonly status?: number;
  /** Position in the log that this answer stands for. */
  readonly position?: Position;
  /** Sequence of the audience whose state this answer holds at least: what a client goes on from. */
  readonly sequence?: number;
};

export type StreamReply = {
  readonly stream: Readable;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
};

export type Reply<N extends RouteName> = JsonReply<AnswerOf<N>> | StreamReply;

/** @param permission the rule that the call's route declares; the handler executes it over the facts that it loads. */
export type Handler<N extends RouteName> = (call: Call<N>, permission: RuleOf<N>) => Promise<Reply<N> | Refusal>;

type RoutesOf<S extends 'command' | 'query'> = {
  [N in RouteName]: Routes[N]['service'] extends S ? N : never;
}[RouteName];

/** A handler for every route of a service: one that is missing does not compile. */
export type Handlers<S extends 'command' | 'query'> = { readonly [N in RoutesOf<S>]: Handler<N> };
