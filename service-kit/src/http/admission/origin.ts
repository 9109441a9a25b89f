import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Parses an address of either version; IPv4-mapped IPv6 becomes IPv4. Undefined for abbreviated and unusual forms. */
const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  isIP(text) === 0 ? undefined : ipaddr.process(text);

/** Whether the hop at this index (from 0) is a proxy trusted to name the hop behind it. */
export type TrustProxy = (address: string, hop: number) => boolean;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

export const trustNobody: TrustProxy = () => false;

export const trustHops =
  (hops: number): TrustProxy =>
  (_, hop) =>
    hop < hops;

const rangeOf = (text: string): Range | undefined => {
  const address = parseAddress(text);
  if (address !== undefined) return [address, address.kind() === 'ipv4' ? 32 : 128];
  const isNetwork = isIP(text.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(text);
  return isNetwork ? ipaddr.parseCIDR(text) : undefined;
};

const trustRanges =
  (ranges: readonly Range[]): TrustProxy =>
  (address) => {
    const parsed = parseAddress(address);
    return ranges.some(([range, bits]) => range.kind() === parsed?.kind() && parsed.match(range as never, bits));
  };

/**
 * Parses `TRUST_PROXY`: `false`, `true` (one proxy), the number of proxies, or a comma-separated list of addresses and networks.
 * @returns undefined for anything else.
 */
export const parseTrustProxy = (text: string): TrustProxy | undefined => {
  if (text === 'false') return trustNobody;
  if (text === 'true') return trustHops(1);
  if (/^\d{1,2}$/.test(text)) return trustHops(Number(text));
  const ranges = text.split(',').map((part) => rangeOf(part.trim()));
  return ranges.includes(undefined) ? undefined : trustRanges(ranges as Range[]);
};

/** The public address, and the trusted proxies in front. */
export type PublicEndpoint = {
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: TrustProxy;
  /** Fixed public address such as `https://quorum.example`, which production requires. Without it, any host is accepted. */
  readonly publicOrigin?: string;
  /** The port listened on, which names this machine in links if there is no public address. */
  readonly port?: () => number;
};

/** Begins every address that the product writes into an invitation or a text message. No header of a request decides it. */
export const linkOrigin = ({ publicOrigin, port = () => 80 }: PublicEndpoint): string =>
  publicOrigin ?? `http://localhost:${port()}`;

/** A host name or address with an optional port, without characters that a header, link or parser could misread. */
const HOST = /^(?:[a-z\d](?:[\w.-]{0,251}[a-z\d])?\.?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`);

const listOf = (header: string | string[] | undefined): readonly string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((entry) => entry.trim());

const peerOf = (request: IncomingMessage): string => request.socket?.remoteAddress ?? 'unknown';

/** The caller according to the trusted proxies, and the number of proxies the request passed. */
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

/** The value from the farthest trusted proxy. Anything before it was written by the caller. */
const forwardedOf = (request: IncomingMessage, name: string, hops: number): string | undefined => {
  if (hops === 0) return undefined;
  const entries = listOf(request.headers[name]);
  return entries[Math.max(0, entries.length - hops)];
};

/** `scheme://host` that the caller used, as the trusted proxies and the caller say. */
const namedOrigin = (request: IncomingMessage, publicEndpoint: PublicEndpoint): string => {
  const { hops } = callerOf(request, publicEndpoint);
  const scheme = forwardedOf(request, 'x-forwarded-proto', hops) === 'https' ? 'https' : 'http';
  const forwardedHost = forwardedOf(request, 'x-forwarded-host', hops);
  const host = forwardedHost !== undefined && isHost(forwardedHost) ? forwardedHost : request.headers.host;
  return `${scheme}://${host || 'localhost'}`;
};

/** `scheme://host` of the product's pages, to which requests of a browser have to belong. */
export const originOf = (request: IncomingMessage, publicEndpoint: PublicEndpoint): string =>
  publicEndpoint.publicOrigin ?? namedOrigin(request, publicEndpoint);

/** An IPv6 client controls the last 64 bits of its address, so limits apply to the network. */
export const networkOf = (address: string): string => {
  // Nearly every address, and much faster than parsing.
  if (isIPv4(address)) return address;
  const parsed = parseAddress(address);
  if (parsed?.kind() !== 'ipv6') return parsed?.toString() ?? address;
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};

/** The caller's network address; for IPv6, its /64 network. */
export const addressOf = (request: IncomingMessage, publicEndpoint: PublicEndpoint): string =>
  networkOf(callerOf(request, publicEndpoint).address);

/** Browsers send the origin of the requesting page. Requests from other origins are refused. */
export const isForeign = (request: IncomingMessage, publicEndpoint: PublicEndpoint): boolean => {
  const origin = request.headers.origin;
  return origin !== undefined && origin !== originOf(request, publicEndpoint);
};

/**
 * Whether the caller addressed this machine by its address, as `localhost`, or by its public name. Any other name that resolves
 * here would let a foreign page read the response as its own origin.
 */
export const isExpectedHost = (request: IncomingMessage, publicEndpoint: PublicEndpoint): boolean => {
  const { hostname, host } = new URL(namedOrigin(request, publicEndpoint));
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return publicEndpoint.publicOrigin !== undefined && host === new URL(publicEndpoint.publicOrigin).host;
};

/** Whether the request has exactly one host, in an unambiguous form. */
const hasHost = ({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean => {
  const given = rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length;
  return given === 0 ? httpVersion === '1.0' : given === 1 && isHost(headers.host ?? '');
};

/** Whether a call or a socket names a host that it may name: one, and where the public address is known, no foreign one. */
export const isAddressed = (request: IncomingMessage, publicEndpoint: PublicEndpoint): boolean =>
  hasHost(request) && (publicEndpoint.publicOrigin === undefined || isExpectedHost(request, publicEndpoint));

/** Whether an address, or `localhost`, is this machine. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || parseAddress(address)?.range() === 'loopback';

/** Whether the caller is on this machine: neither the peer nor any client it forwards for is remote. */
export const isFromThisMachine = (request: IncomingMessage): boolean =>
  [peerOf(request), ...listOf(request.headers['x-forwarded-for'])].every(isLoopback);
