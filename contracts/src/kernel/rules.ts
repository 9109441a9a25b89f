/** Limits, refusals and permissions that belong to no single thing. */

/** Sizes in bytes and times in milliseconds unless stated otherwise, as in the limits of every thing. */
export const limits = {
  requestTimeout: 10_000,
  jsonBody: 65_536,
} as const;

export const ACCESS_DENIED = 'You do not have permission to perform this action';

export const refusals = {
  'request/malformed': [400, 'The request could not be read'],
  'request/invalid': [400, '{text}'],
  'request/too-large': [413, 'The request is too large'],
  'request/timeout': [408, 'The request took too long'],
  'request/unsupported-type': [415, 'This content type is not supported'],
  'request/foreign-origin': [403, 'Requests from this origin are not allowed'],
  'request/not-found': [404, 'Not found'],
  'request/method-not-allowed': [405, 'This method is not allowed here'],
  'request/too-many': [429, 'Too many requests. Please try again later.'],
  'request/idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  'service/unavailable': [503, 'The service is not available right now. Please try again.'],
  'service/behind': [503, 'The data is not up to date yet. Please try again.'],
  'service/failed': [500, 'Something went wrong. Please try again.'],
  'socket/too-many': [429, 'Too many windows are open. Please close some of them.'],
  'access/denied': [403, ACCESS_DENIED],
} as const;

export const permissions = {
  /** For calls that touch only the caller's own things. */
  own: (_facts: unknown): undefined => undefined,
} as const;
