import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const MAX_LENGTH = 2048;
const webPorts = new Set(['', '80', '443']);

/** Names that are never public hosts, even if a resolver knows them. */
const localSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'onion',
];

const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

const isOfWeb = ({ protocol, port }: URL): boolean => ['http:', 'https:'].includes(protocol) && webPorts.has(port);

/**
 * Parses an address that may be fetched: http or https on the standard ports, without credentials, with a dotted host name or a
 * public IP address; otherwise `undefined`. The URL parser normalizes unusual spellings of IP addresses (octal, hexadecimal, a
 * single number), so that they are checked too: sockets skip the resolver for them.
 */
export const publicUrl = (address: string, base?: URL): URL | undefined => {
  const root = base?.href;
  if (address.length > MAX_LENGTH || !URL.canParse(address, root)) return undefined;
  const url = new URL(address, root);
  if (!isOfWeb(url) || hasCredentials(url)) return undefined;
  const host = plainHost(url.hostname);
  return (isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)) ? url : undefined;
};

/** A URL's host as resolvers and sockets want it: without IPv6 brackets and a trailing dot. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isPublicName = (host: string): boolean => {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  // If the last label is numeric, some resolver might treat the name as an IP address.
  const isNumber = /^(\d+|0x[\da-f]*)$/i.test(last);
  const isLocal = localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return labels.length > 1 && !labels.includes('') && !isNumber && !isLocal;
};
