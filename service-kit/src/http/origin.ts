import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { IPv6 } from 'ipaddr.js';
import { parseAddress, type TrustProxy } from './trusted-proxies.ts';

/** What the product believes about who stands in front of it. */
export type PublicEndpoint = {
  /** Which proxies are believed when they say `X-Forwarded-*`. */
  readonly trustProxy: TrustProxy;
  /** Fixed public address such as `https://quorum.example`; else the request's own host counts. */
  readonly publicOrigin?: string;
};

/** A host name or address with an optional port, and nothing that a header, a link or a parser would read otherwise. */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,251}[a-z\d])?\.?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`);

const listOf = (header: string | string[] | undefined): readonly string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((entry) => entry.trim());

const peerOf = (request: IncomingMessage): string => request.socket?.remoteAddress ?? 'unknown';

/** Whom the trusted proxies name as the caller, and how many of them the request came through. */
const callerOf = (request: IncomingMessage, { trustProxy }: PublicEndpoint): { address: string; hops: number } => {
  const forwarded = listOf(request.headers['x-forwarded-for']);
  let address = peerOf(request);
  let hops = 0;
  while (trustProxy(address, hops)) {
    const behind = forwarded.at(-1 - hops);
    hops += 1;
    if (behind === undefined || isIP(behind) === 0) break;
    address = behind;
  }
  return { address, hops };
};

/** What the farthest trusted proxy says; what stands before that are the caller's own words. */
const forwardedOf = (request: IncomingMessage, name: string, hops: number): string | undefined => {
  if (hops === 0) return undefined;
  const entries = listOf(request.headers[name]);
  return entries[Math.max(0, entries.length - hops)];
};

/** `scheme://host` under which the caller reached the product. */
export const originOf = (request: IncomingMessage, publicEndpoint: PublicEndpoint): string => {
  if (publicEndpoint.publicOrigin !== undefined) return publicEndpoint.publicOrigin;
  const { hops } = callerOf(request, publicEndpoint);
  const scheme = forwardedOf(request, 'x-forwarded-proto', hops) === 'https' ? 'https' : 'http';
  const forwardedHost = forwardedOf(request, 'x-forwarded-host', hops);
  const host = forwardedHost !== undefined && isHost(forwardedHost) ? forwardedHost : request.headers.host;
  return `${scheme}://${host || 'localhost'}`;
};

/** Whoever has one address of IPv6 has all of its last 64 bits; the network is who is limited. */
const networkOf = (address: string): string => {
  const parsed = parseAddress(address);
  if (parsed?.kind() !== 'ipv6') return parsed?.toString() ?? address;
  const network = (parsed as IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};

/** The caller's network address; of IPv6 the network of 64 bits. */
export const addressOf = (request: IncomingMessage, publicEndpoint: PublicEndpoint): string =>
  networkOf(callerOf(request, publicEndpoint).address);

/** A browser names the page a request comes from; one of another origin is not ours to answer. */
export const isForeign = (request: IncomingMessage, publicEndpoint: PublicEndpoint): boolean => {
  const origin = request.headers.origin;
  return origin !== undefined && origin !== originOf(request, publicEndpoint);
};

/**
 * Whether the caller named this machine itself: by its address, as `localhost`, or as it is called in public. A name of somebody else's
 * that leads here would let their page read the answer as its own.
 */
export const isNamedForReal = (request: IncomingMessage, publicEndpoint: PublicEndpoint): boolean => {
  const { hostname, origin } = new URL(originOf(request, publicEndpoint));
  return (
    hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || origin === publicEndpoint.publicOrigin
  );
};

/** Whether an address, or `localhost`, is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || parseAddress(address)?.range() === 'loopback';

/** Whether the caller sits at this very machine: neither the peer nor anybody it speaks for is another one. */
export const isFromThisMachine = (request: IncomingMessage): boolean =>
  [peerOf(request), ...listOf(request.headers['x-forwarded-for'])].every(isLoopback);
