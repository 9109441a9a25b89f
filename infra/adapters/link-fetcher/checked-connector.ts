import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { plainHost } from './public-url.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

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
