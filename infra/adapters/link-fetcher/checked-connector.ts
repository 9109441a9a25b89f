import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { plainHost } from './public-url.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Milliseconds that a name server is waited for. */
const NAME_TIMEOUT = 2000;

/**
 * Asks name servers: those of the system, unless others are named (as `address:port`). Names that only the hosts file knows
 * are not found; no public page has one. The system's own look-up would take a thread of the few that files and compression
 * need as well, for as long as a silent name server lets it wait.
 */
export const askNameServers =
  (servers?: readonly string[]): Resolve =>
  async (host) => {
    const resolver = new Resolver({ timeout: NAME_TIMEOUT, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    // Most names have addresses of one kind only.
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };

export const systemResolve: Resolve = askNameServers();

export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * Opens connections to public addresses only. The name is resolved here, once, all its addresses are judged, and the
 * socket goes to the very address that was judged: a name that changes its mind in between (DNS rebinding) gains nothing.
 * `connect` is given the IP address as `hostname`, and the name for TLS as `servername`.
 */
export const checkedConnector =
  (resolve: Resolve, connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    const name = plainHost(options.hostname);
    judgedAddress(name, resolve).then(
      (address) => {
        const servername = isIP(name) === 0 ? { servername: name } : {};
        connect({ ...options, hostname: address, host: address, ...servername }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };

const judgedAddress = async (name: string, resolve: Resolve): Promise<string> => {
  const addresses = isIP(name) === 0 ? await resolve(name) : [name];
  // One bad address among good ones is how a name is made to pass now and to be something else later.
  const [first] = addresses;
  if (first === undefined || !addresses.every(isPublicAddress)) throw new AddressRefusedError('The host is not public');
  return addresses.find((address) => isIP(address) === 4) ?? first;
};
