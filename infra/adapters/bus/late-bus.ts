import { type Bus, type BusMessage, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';

export type LateBusOptions = {
  readonly open: () => Promise<Bus>;
  /** Whether an error may pass by itself. */
  readonly isPassing: (error: unknown) => boolean;
  /** Called once if the engine is away at first, and whenever it then fails for good. */
  readonly report: (error: unknown) => void;
  /** Waits before the next try. */
  readonly pause: (failures: number) => Promise<void>;
};

type Late = { readonly handler: (message: BusMessage) => void; end?: () => Promise<void> };

/**
 * A bus whose engine may be away when the process starts. No data depends on the bus, so nothing waits for it: what is published
 * meanwhile is lost, and its subscribers find the gap, as in every later outage.
 */
export class LateBus implements Bus {
  readonly #options: LateBusOptions;
  readonly #late = new Set<Late>();
  #bus: Bus | undefined;
  #isClosed = false;

  /** @throws what waiting does not fix, such as wrong credentials. */
  static async open(options: LateBusOptions): Promise<Bus> {
    try {
      return await options.open();
    } catch (error) {
      if (!options.isPassing(error)) throw error;
      options.report(error);
      const bus = new LateBus(options);
      void bus.#keepTrying();
      return bus;
    }
  }

  private constructor(options: LateBusOptions) {
    this.#options = options;
  }

  async publish(message: BusMessage): Promise<void> {
    await this.#opened().publish(message);
  }

  async subscribe(handler: (message: BusMessage) => void): Promise<() => Promise<void>> {
    if (this.#bus !== undefined) return this.#bus.subscribe(handler);
    const late: Late = { handler };
    this.#late.add(late);
    return async () => {
      this.#late.delete(late);
      await late.end?.();
    };
  }

  async ping(): Promise<void> {
    await this.#opened().ping();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#bus?.close();
  }

  #opened(): Bus {
    if (this.#bus === undefined) throw new BusUnavailableError('The bus has not been reached yet.');
    return this.#bus;
  }

  async #keepTrying(): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      await this.#options.pause(failures);
      if (this.#isClosed) return;
      try {
        this.#bus ??= await this.#options.open();
        if (this.#isClosed) return await this.#bus.close();
        await this.#subscribeLate(this.#bus);
        return;
      } catch (error) {
        if (!this.#options.isPassing(error)) this.#options.report(error);
      }
    }
  }

  async #subscribeLate(bus: Bus): Promise<void> {
    for (const late of this.#late) {
      late.end ??= await bus.subscribe(late.handler);
      // It may have unsubscribed meanwhile.
      if (!this.#late.has(late)) await late.end();
    }
  }
}
