import { once } from 'node:events';
import { connect } from 'node:net';
import type { Client, Reachable } from './product.ts';

export type HeldRequest = {
  /** Sends the rest of the body. @returns the whole answer. */
  release(): Promise<{ readonly status: number; readonly text: string }>;
};

type Held = {
  readonly method?: string;
  readonly path: string;
  readonly type?: string;
  readonly body: Uint8Array | string;
  /** Number of body bytes that only `release` sends. */
  readonly keepBack: number;
};

/** Sends a request except for the end of its body, over its own socket. */
export const holdRequest = async ({ origin }: Reachable, client: Client, held: Held): Promise<HeldRequest> => {
  const { method = 'POST', path, type = 'application/json', keepBack } = held;
  const body = Buffer.from(held.body);
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = once(socket, 'close');
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${client.token}`,
    `X-Forwarded-For: ${client.address}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, body.length - keepBack));
  return {
    release: async () => {
      socket.write(body.subarray(body.length - keepBack));
      await ended;
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
    },
  };
};
