import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Parses an address of either version; IPv4-mapped IPv6 becomes IPv4. Undefined for abbreviated and unusual forms. */
export const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
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
