import type { z } from 'zod';
import type { Permission } from '../permissions.ts';

/** One call under `/api`: which service answers it, who may make it, what it takes and what it answers. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` segments. */
  readonly path: `/api/${string}`;
  readonly service: 'command' | 'query';
  readonly permission: Permission;
  /** JSON body; absent for calls without one and for uploads. */
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Multipart with one file in this field. */
  readonly upload?: string;
  /**
   * Besides JSON, multipart with the same names as fields, those that are no text as JSON text, and at most one file in
   * this field.
   */
  readonly orUpload?: string;
  /** As how many requests it counts where too many are refused; 1 when absent. */
  readonly cost?: number;
  /**
   * Long answers of this route may be compressed. The length of a compressed answer tells a listener what in it is alike, so a
   * route has this only where nothing that others may choose stands beside what they must not learn: whoever can write into the
   * answer may read all of it. `in-group`: only when it is asked for one group; otherwise the answer mixes several.
   */
  readonly compress?: 'always' | 'in-group';
  /** Type of the answer; holds no value. */
  readonly answer: Answer<unknown>;
};

export type Answer<T> = { readonly type?: T };
/** Gives a route the type of its answer. */
export const answers = <T>(): Answer<T> => ({});

/** The answer to a command after which there is nothing to show. */
export type Success = { readonly success: true };

export const open = { access: 'public' } as const satisfies Permission;
export const ownSession = { access: 'session', rule: 'own' } as const satisfies Permission;
export const ownProfile = { access: 'profile', rule: 'own' } as const satisfies Permission;
