import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to the server that can be cut, at once or instead of forwarding one of the next requests. */
export class CuttableProxy {
  readonly #target: string;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  requestsLeft = Number.POSITIVE_INFINITY;
  /** Chunks of requests that were forwarded. */
  requests = 0;

  constructor(target: string) {
    this.#target = target;
  }

  get uri(): string {
    const target = new URL(this.#target);
    target.host = `127.0.0.1:${this.#port}`;
    target.searchParams.set('directConnection', 'true');
    return target.href;
  }

  async connect(): Promise<void> {
    const { hostname, port } = new URL(this.#target);
    this.requestsLeft = Number.POSITIVE_INFINITY;
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.on('data', (bytes) => {
        this.requestsLeft -= 1;
        if (this.requestsLeft < 0) void this.cut();
        else {
          this.requests += 1;
          far.write(bytes);
        }
      });
      far.on('data', (bytes) => near.write(bytes));
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
