import type { Reachable } from './product.ts';

/** An Engine.IO polling connection written by hand, so that it can send what no client would. */
export class PollingConnection {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open({ origin }: Reachable): Promise<PollingConnection> {
    const url = `${origin}/socket.io/?EIO=4&transport=polling`;
    const response = await fetch(url);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`The connection was refused with ${response.status}`);
    const { sid } = JSON.parse(text.slice(1)) as { sid: string };
    return new PollingConnection(`${url}&sid=${sid}`);
  }

  /** Sends packets at once. The server may stop reading. */
  async send(...packets: readonly string[]): Promise<void> {
    const sent = fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: packets.join('\x1e'),
    });
    await sent.then(
      (response) => response.text(),
      () => {},
    );
  }

  /** Polls until a packet contains a text. */
  async receive(text: string): Promise<void> {
    while (!(await this.#poll()).text.includes(text));
  }

  /** Polls until the connection is closed or pinged; an open one is eventually pinged. */
  async end(): Promise<'closed' | 'pinged'> {
    for (;;) {
      const { status, text } = await this.#poll();
      const packets = text.split('\x1e');
      if (status !== 200 || packets.includes('1')) return 'closed';
      if (packets.includes('2')) return 'pinged';
    }
  }

  /** Waits for the next packets. */
  async #poll(): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(this.#url);
    return { status: response.status, text: await response.text() };
  }
}
