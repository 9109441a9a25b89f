import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FaultProxy = {
  readonly port: number;
  /** Delays everything by this many milliseconds in each direction; 0 ends the delay. */
  delay(milliseconds: number): void;
  /** Breaks every connection at once. New ones are accepted. */
  cut(): void;
  /** Black-holes all traffic, including new connections, which stay open. */
  swallow(): void;
  /** Like `swallow`, once clients have sent this many bytes from now on. @returns when that has happened. */
  swallowAfter(bytes: number): Promise<void>;
  /** Breaks the black-holed connections, and lets traffic through again. */
  restore(): void;
  close(): Promise<void>;
};

/** A proxy between a client and a local engine that fails as a network does. */
export const startFaultProxy = async (target: number): Promise<FaultProxy> => {
  const sockets = new Set<Socket>();
  let delayed = 0;
  let isSwallowing = false;
  let onSent = (_bytes: number): void => {};

  const forward = (from: Socket, to: Socket): void => {
    // Delayed chunks keep their order, even if the delay changes.
    let last = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      if (isSwallowing) return;
      const wait = delayed;
      last = last.then(async () => {
        // biome-ignore lint/plugin: a slow line
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        if (!to.destroyed) to.write(bytes);
      });
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };

  const server = createServer((client) => {
    const engine = connect(target, '127.0.0.1');
    for (const socket of [client, engine]) sockets.add(socket.setNoDelay());
    client.on('data', ({ length }) => onSent(length));
    forward(client, engine);
    forward(engine, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    port: (server.address() as AddressInfo).port,
    delay: (milliseconds) => {
      delayed = milliseconds;
    },
    cut,
    swallow: () => {
      isSwallowing = true;
    },
    swallowAfter: (bytes) =>
      new Promise((resolve) => {
        let left = bytes;
        onSent = (sent) => {
          left -= sent;
          if (left > 0) return;
          isSwallowing = true;
          resolve();
        };
      }),
    restore: () => {
      isSwallowing = false;
      // A connection that lost bytes can no longer be parsed.
      cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
