import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const LONGEST = 2048;
const webPorts = new Set(['', '80', '443']);

/** Names that never belong to a public host, whatever a resolver says of them. */
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
 * The address as a URL when it may be asked: http or https on the ports of the web, no credentials, a host name with a dot
 * or a public IP address. The URL parser has resolved odd spellings of IP addresses (octal, hexadecimal, one number) by
 * then, so that they are judged too: a socket would skip the resolver for them. `undefined` otherwise.
 */
export const publicUrl = (address: string, base?: URL): URL | undefined => {
  const root = base?.href;
  if (address.length > LONGEST || !URL.canParse(address, root)) return undefined;
  const url = new URL(address, root);
  if (!isOfWeb(url) || hasCredentials(url)) return undefined;
  const host = plainHost(url.hostname);
  return (isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host)) ? url : undefined;
};

/** A URL's host as a resolver or socket wants it: without the brackets of IPv6 and the dot at the end. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isPublicName = (host: string): boolean => {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  // A last label of digits is an IP address that some resolver might still understand.
  const isNumber = /^(\d+|0x[\da-f]*)$/i.test(last);
  const isLocal = localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return labels.length > 1 && !labels.includes('') && !isNumber && !isLocal;
};
