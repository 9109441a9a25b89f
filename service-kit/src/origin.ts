import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

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

/** The entry that the proxy in front added itself; those before it are the caller's own words. */
const lastOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim();

/** Whoever has one address of IPv6 has all of its last 64 bits; the network is who is limited. */
const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return `${[...left, ...new Array<string>(missing).fill('0'), ...right].slice(0, 4).join(':')}::/64`;
};

/** The caller's network address; of IPv6 the network of 64 bits. */
export const addressOf = (request: IncomingMessage, facing: Facing): string =>
  networkOf(
    (facing.trustProxy && lastOf(request.headers['x-forwarded-for'])) || request.socket.remoteAddress || 'unknown',
  );

/** A browser names the page a request comes from; one of another origin is not ours to answer. */
export const isForeign = (request: IncomingMessage, facing: Facing): boolean => {
  const origin = request.headers.origin;
  return origin !== undefined && origin !== originOf(request, facing);
};

/**
 * Whether the caller named this machine itself: by its address, as `localhost`, or as it is called in public. A name of somebody else's
 * that leads here would let their page read the answer as its own.
 */
export const isNamedForReal = (request: IncomingMessage, facing: Facing): boolean => {
  const { hostname, origin } = new URL(originOf(request, facing));
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || origin === facing.publicOrigin;
};
