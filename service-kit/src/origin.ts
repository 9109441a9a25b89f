import type { IncomingMessage } from 'node:http';

/** What the product believes about who stands in front of it. */
export type Facing = {
  /** Believe `X-Forwarded-*` of a reverse proxy. */
  readonly trustProxy: boolean;
  /** Fixed public address such as `https://quorum.example`; else the request's own host counts. */
  readonly publicOrigin?: string;
};

const firstOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();

/** `scheme://host` under which the caller reached the product. */
export const originOf = (request: IncomingMessage, facing: Facing): string => {
  if (facing.publicOrigin !== undefined) return facing.publicOrigin;
  const scheme = (facing.trustProxy && firstOf(request.headers['x-forwarded-proto'])) || 'http';
  const host =
    (facing.trustProxy && firstOf(request.headers['x-forwarded-host'])) || request.headers.host || 'localhost';
  return `${scheme}://${host}`;
};

/** The caller's network address. */
export const addressOf = (request: IncomingMessage, facing: Facing): string =>
  (facing.trustProxy && firstOf(request.headers['x-forwarded-for'])) || request.socket.remoteAddress || 'unknown';

/** A browser names the page a request comes from; one of another origin is not ours to answer. */
export const isForeign = (request: IncomingMessage, facing: Facing): boolean => {
  const origin = request.headers.origin;
  return origin !== undefined && origin !== originOf(request, facing);
};
