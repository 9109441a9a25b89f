import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { equalText } from '@quorum/service-kit/secrets.ts';
import type { SupportCall } from './command.ts';
import { type Answer, runAt, runCommand } from './run-command.ts';
import type { SupportContext } from './support-context.ts';

/** Port and token of a running product. Only the owner of the data folder can read the file. */
export type EndpointFile = { readonly port: number; readonly token: string };

export const endpointFile = (dataDir: string): string => join(dataDir, 'support.json');

export type SupportEndpoint = { close(): Promise<void> };

/**
 * Gives the support tool access to the embedded engines, which belong to this process. Listens on loopback. Callers present the
 * token from a file in the data folder, so they could read the data anyway.
 */
export const openSupportEndpoint = async (dataDir: string, context: SupportContext): Promise<SupportEndpoint> => {
  const token = randomBytes(32).toString('base64url');
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!equalText(request.headers.authorization ?? '', `Bearer ${token}`)) return void response.writeHead(403).end();
    const call = JSON.parse(await text(request)) as SupportCall;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    await runCommand(runAt(context, call), (each: Answer) => void response.write(`${JSON.stringify(each)}\n`));
    response.end();
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // Rebuilding a large log takes time.
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: EndpointFile = { port: (server.address() as AddressInfo).port, token };
  writeFileSync(endpointFile(dataDir), JSON.stringify(address), { mode: 0o600 });
  return {
    close: async () => {
      rmSync(endpointFile(dataDir), { force: true });
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
