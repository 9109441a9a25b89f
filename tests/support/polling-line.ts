import type { Reachable } from './product.ts';

type Polled = { readonly status: number; readonly text: string };

/** An Engine.IO polling connection written by hand, so that it can send what no client would. */
export class PollingLine {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /** @returns the connection, or the status with which it was refused. */
  static async open({ origin }: Reachable, address = '127.0.0.1'): Promise<PollingLine | number> {
    const url = `${origin}/socket.io/?EIO=4&transport=polling`;
    const response = await fetch(url, { headers: { 'x-forwarded-for': address } });
    const text = await response.text();
    if (response.status !== 200) return response.status;
    const { sid } = JSON.parse(text.slice(1)) as { sid: string };
    return new PollingLine(`${url}&sid=${sid}`);
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

  /** Waits for the next packets. */
  async poll(): Promise<Polled> {
    const response = await fetch(this.#url);
    return { status: response.status, text: await response.text() };
  }

  /** Polls until the connection is closed or pinged; an open one is eventually pinged. */
  async end(): Promise<'closed' | 'pinged'> {
    for (;;) {
      const { status, text } = await this.poll();
      const packets = text.split('\x1e');
      if (status !== 200 || packets.includes('1')) return 'closed';
      if (packets.includes('2')) return 'pinged';
    }
  }
}
