import type { z } from 'zod';
import type { RuleName } from '../things.ts';
import type { Access } from './permissions.ts';

/** A route's access: who may call it at all, and the rule that its service executes over the facts. */
export type Permission = {
  readonly access: Access;
  /** Absent for anonymous calls. */
  readonly rule?: RuleName;
};

/**
 * The limit on a command besides the rate of requests. Each keeps a person, or a stranger, from filling the log, which keeps
 * everything forever.
 * - `write`: messages per second and bytes per day of a person.
 * - `announce`: as `write` in a group, whose chat announces it.
 * - `change`: the same for other changes. They have a bucket of their own, so that queued messages never block the editing of an
 *   event.
 * - `code`: text messages and wrong codes, by number and by address. Decided on in the log.
 * - `daily`: a number per day. Decided together with the command.
 * - `once`: ends or uses up something that another, limited command created.
 * - `admin`: none for administrators.
 */
export type Pace = 'write' | 'announce' | 'change' | 'code' | 'daily' | 'once' | 'admin';

type Limits = {
  readonly pace?: Pace;
  /** Units of the caller's allowance; 1 by default. */
  readonly cost?: number;
};

type Command = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly service: 'command'; readonly pace: Pace };

type Reading = { readonly method: 'GET' } | { readonly method: 'POST'; readonly service: 'query' };

/**
 * One call under `/api`: which service answers it, its limits, who may make it, its request and its response. A call passes them in
 * this order: cost, access, pace, rule. A command without a pace does not compile.
 */
export type Route = Limits & {
  /** With `:name` segments. */
  readonly path: `/api/${string}`;
  readonly service: 'command' | 'query';
  readonly permission: Permission;
  /** JSON body. Absent for uploads and calls without one. */
  readonly body?: z.ZodType;
  /** Maximum bytes of the body, if larger than the default. */
  readonly bodyBytes?: number;
  readonly query?: z.ZodType;
  /** Multipart with one file in this field. */
  readonly upload?: string;
  /** Text fields beside that file. */
  readonly uploadFields?: z.ZodType;
  /**
   * Accepts multipart as well as JSON: fields of the same names, non-text ones encoded as JSON, and at most one file in this
   * field.
   */
  readonly orUpload?: string;
  /**
   * Long responses of this route may be compressed. The length of a compressed response leaks repetition within it, so a route
   * may have this only if text chosen by others never appears beside secrets: anyone who can write into the response may already
   * read all of it. `in-group`: only for a request about a single group; otherwise the response mixes several.
   */
  readonly compress?: 'always' | 'in-group';
  /** The effect of the call on a session. The cookie by which its browser opens files follows. */
  readonly session?: 'starts' | 'continues' | 'ends';
  /** Type of the response; holds no value. */
  readonly answer: Answer<unknown>;
} & (Command | Reading);

export type Answer<T> = { readonly type?: T };

/** Gives a route its response type. */
export const answers = <T>(): Answer<T> => ({});

/** The response to a command that has nothing to show. */
export type Success = { readonly success: true };

export const open = { access: 'public' } as const satisfies Permission;

export const ownSession = { access: 'session', rule: 'own' } as const satisfies Permission;

export const ownProfile = { access: 'profile', rule: 'own' } as const satisfies Permission;

/** Such calls carry the headers `username` and `password`. */
export const administrators = { access: 'admin' } as const satisfies Permission;

/** Headers for idempotency and read-your-writes. */
export const headers = {
  position: 'x-position',
  minPosition: 'x-min-position',
  idempotencyKey: 'idempotency-key',
  correlationId: 'x-correlation-id',
  sequence: 'x-sequence',
} as const;
