import type { Sequenced, Sequences } from '@quorum/contracts/socket.ts';
import { io, type Socket } from 'socket.io-client';
import { Client, type Reachable } from './product.ts';

type Received = { readonly name: string; readonly payload: Record<string, unknown>; readonly at: Sequenced };

const RESUME_PAUSE = 1000;
const COME_BACK_PAUSE = 200;
const uncounted = new Set(['ready', 'userTyping', 'userRead', 'reload', 'sessionEnded']);

/**
 * A browser's socket that follows the rules of the pages: it applies a change that is the next of its audience, ignores known ones, and
 * asks for missing ones with `resume`. It reconnects after every cut.
 */
export class FollowingClient {
  readonly socket: Socket;
  /** Applied changes, in order. */
  readonly applied: Received[] = [];
  readonly reloads: Sequenced[] = [];
  readonly uncounted: { readonly name: string; readonly payload: Record<string, unknown> }[] = [];
  /** Every counted frame received, applied or not. */
  arrived = 0;
  greetings = 0;
  readonly #last = new Map<string, number>();
  readonly #ahead = new Map<string, number>();
  readonly #watching = new Set<() => void>();
  #resuming = false;
  #closed = false;

  constructor(product: Reachable, token: string | undefined) {
    this.socket = io(product.origin, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 100,
      autoConnect: false,
    });
    this.socket.on('ready', ({ sequences }: { sequences: Sequences }) => this.#ready(sequences));
    // Socket.IO reconnects after a cut, but not after a disconnect or refusal by the server, which may be temporary.
    this.socket.on('disconnect', (reason) => {
      this.#resuming = false;
      if (reason === 'io server disconnect') this.#comeBack();
    });
    this.socket.on('connect_error', () => {
      if (token !== undefined && !this.socket.active) this.#comeBack();
    });
    this.socket.on('sessionEnded', () => {
      this.#closed = true;
    });
    this.socket.onAny((name: string, payload: Record<string, unknown>, at?: Sequenced) => {
      if (name === 'reload') this.#reload(payload as unknown as Sequenced);
      else if (at !== undefined) this.#receive({ name, payload, at });
      else if (uncounted.has(name)) this.uncounted.push({ name, payload });
      for (const look of [...this.#watching]) look();
    });
  }

  /** Connects once the read models know every group so far: a socket receives a later group's changes only from the moment it joins. */
  static async connect(product: Reachable, token: string | undefined): Promise<FollowingClient> {
    await new Client(product, token).call('me');
    const client = new FollowingClient(product, token);
    client.socket.connect();
    await client.until(() => client.greetings > 0);
    return client;
  }

  /** The last applied change of an audience. */
  sequence(audience: string): number | undefined {
    return this.#last.get(audience);
  }

  of(audience: string): readonly Received[] {
    return this.applied.filter(({ at }) => at.audience === audience);
  }

  named(name: string): readonly Record<string, unknown>[] {
    return this.applied.filter((frame) => frame.name === name).map(({ payload }) => payload);
  }

  /** Waits for a condition, checking it after every frame. @throws after 60 s. */
  async until(holds: () => boolean, what = 'what was awaited'): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const done = (settle: () => void) => {
        this.#watching.delete(look);
        clearTimeout(timer);
        clearInterval(often);
        settle();
      };
      const look = () => holds() && done(resolve);
      const often = setInterval(look, 50);
      const timer = setTimeout(() => done(() => reject(new Error(`${what} did not come`))), 60_000);
      this.#watching.add(look);
    });
  }

  /** Cuts the connection; the client reconnects by itself. */
  cut(): void {
    this.socket.io.engine.close();
  }

  close(): void {
    this.#closed = true;
    this.socket.close();
  }

  #comeBack(): void {
    setTimeout(() => this.#closed || this.socket.connect(), COME_BACK_PAUSE);
  }

  #ready(sequences: Sequences): void {
    this.#resuming = false;
    this.#ahead.clear();
    for (const audience of [...this.#last.keys()]) if (!(audience in sequences)) this.#last.delete(audience);
    const behind: Record<string, number> = {};
    for (const [audience, sequence] of Object.entries(sequences)) {
      const have = this.#last.get(audience);
      if (have === undefined || have > sequence) this.#last.set(audience, sequence);
      else if (have < sequence) behind[audience] = have;
    }
    this.greetings += 1;
    this.#resume(behind);
  }

  #receive(frame: Received): void {
    const { audience, sequence } = frame.at;
    const have = this.#last.get(audience);
    this.arrived += 1;
    if (have === undefined || sequence === have + 1) {
      this.#reach(audience, sequence);
      this.applied.push(frame);
    } else if (sequence > have) {
      this.#ahead.set(audience, Math.max(sequence, this.#ahead.get(audience) ?? 0));
      this.#resume(this.#gaps());
    }
  }

  #reload(at: Sequenced): void {
    this.reloads.push(at);
    this.#reach(at.audience, at.sequence);
  }

  #reach(audience: string, sequence: number): void {
    this.#last.set(audience, Math.max(sequence, this.#last.get(audience) ?? 0));
    if ((this.#ahead.get(audience) ?? 0) <= sequence) this.#ahead.delete(audience);
  }

  #gaps(): Sequences {
    return Object.fromEntries([...this.#ahead.keys()].map((audience) => [audience, this.#last.get(audience) ?? 0]));
  }

  #resume(from: Sequences): void {
    if (this.#resuming || Object.keys(from).length === 0) return;
    this.#resuming = true;
    this.socket.emit('resume', from, ({ sequences }: { sequences: Sequences }) => {
      this.#resuming = false;
      for (const [audience, sequence] of Object.entries(sequences)) this.#reach(audience, sequence);
      if (this.#ahead.size > 0) setTimeout(() => this.socket.connected && this.#resume(this.#gaps()), RESUME_PAUSE);
    });
  }
}
