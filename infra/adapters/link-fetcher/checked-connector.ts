import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { plainHost } from './public-url.ts';

/** Resolves all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Milliseconds to wait for a name server. */
const NAME_TIMEOUT_MS = 2000;

/**
 * Queries name servers directly: those of the system by default, or the given ones (as `address:port`). Names that are only in
 * the hosts file are not found, and no public page has one. The system's own look-up would block one of the few threads that
 * files and compression also need, for as long as a silent name server lets it.
 */
export const askNameServers =
  (servers?: readonly string[]): Resolve =>
  async (host) => {
    const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: 1 });
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
 * Opens connections to public addresses only. The name is resolved once, here; all its addresses are checked; and the socket
 * connects to a checked address. A name that changes in between (DNS rebinding) gains nothing. `connect` receives the IP address
 * as `hostname` and the name for TLS as `servername`.
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
  // One bad address among good ones is a typical rebinding attack, so refuse the name.
  const [first] = addresses;
  if (first === undefined || !addresses.every(isPublicAddress)) throw new AddressRefusedError('The host is not public');
  return addresses.find((address) => isIP(address) === 4) ?? first;
};
