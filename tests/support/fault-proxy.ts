import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FaultProxy = {
  readonly port: number;
  /** Everything takes so much longer in each direction, milliseconds. 0 ends it. */
  delay(milliseconds: number): void;
  /** Breaks every connection at once. New ones are accepted. */
  cut(): void;
  /** Swallows everything, also what connects anew; connections stay open. */
  swallow(): void;
  /** As `swallow`, once clients have sent so many bytes from now on. @returns when that has happened. */
  swallowAfter(bytes: number): Promise<void>;
  /** Breaks what was swallowed, and lets everything through again. */
  restore(): void;
  close(): Promise<void>;
};

/** Stands between a client and an engine on this machine, and fails as a network does. */
export const startFaultProxy = async (target: number): Promise<FaultProxy> => {
  const sockets = new Set<Socket>();
  let delayed = 0;
  let isSwallowing = false;
  let onSent = (_bytes: number): void => {};

  const forward = (from: Socket, to: Socket): void => {
    // What waits keeps its order, also when the delay changes.
    let last = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      if (isSwallowing) return;
      const wait = delayed;
      last = last.then(async () => {
        // eslint-disable-next-line no-restricted-syntax -- a slow line
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
      // Of a connection that lost bytes nothing can be understood any more.
      cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
