import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Pair = { readonly outer: Socket; readonly inner: Socket };

/**
 * The test server's front: it forwards connections to the protocol server, so that they can be dropped or held up together, as by a
 * killed or stopped process.
 */
export class Connections {
  readonly #pairs = new Set<Pair>();
  readonly #server = createServer((outer) => this.#forward(outer));
  readonly #innerPort: number;
  #paused = false;

  constructor(innerPort: number) {
    this.#innerPort = innerPort;
  }

  /** Resolves with the port. 0 takes a free one. */
  async listen(port: number): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks every connection at once. New ones are accepted. */
  drop(): void {
    for (const pair of this.#pairs) breakPair(pair);
  }

  /** Breaks the connection that the protocol server knows by this peer address. */
  dropPeer(peer: string): void {
    for (const pair of this.#pairs) if (peer.endsWith(`:${pair.inner.localPort}`)) breakPair(pair);
  }

  /** Blocks all traffic, even the answer to a keep-alive; connections stay open. */
  pause(): void {
    this.#paused = true;
    for (const pair of this.#pairs) hold(pair);
  }

  resume(): void {
    this.#paused = false;
    for (const pair of this.#pairs) release(pair);
  }

  async close(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    this.drop();
    await closed;
  }

  #forward(outer: Socket): void {
    const inner = connect(this.#innerPort, '127.0.0.1');
    const pair = { outer: outer.setNoDelay(), inner: inner.setNoDelay() };
    this.#pairs.add(pair);
    for (const socket of [outer, inner]) {
      socket.on('error', () => breakPair(pair));
      socket.on('close', () => {
        breakPair(pair);
        this.#pairs.delete(pair);
      });
    }
    if (!this.#paused) release(pair);
  }
}

function breakPair({ outer, inner }: Pair): void {
  outer.destroy();
  inner.destroy();
}

function hold({ outer, inner }: Pair): void {
  outer.unpipe(inner).pause();
  inner.unpipe(outer).pause();
}

function release({ outer, inner }: Pair): void {
  outer.pipe(inner);
  inner.pipe(outer);
}
