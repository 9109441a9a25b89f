import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach } from 'vitest';
import { BEFORE_FIRST, type EventLog, type EventToAppend, type RecordedEvent } from '../../ports/event-log.ts';

export type EventLogEngine = {
  readonly log: EventLog;
  /** Closes the log and opens the same one again. */
  readonly reopen: () => Promise<EventLog>;
  /** Removes what the test left behind. */
  readonly dispose?: () => Promise<void>;
};

export const event = (fields: Partial<EventToAppend> = {}): EventToAppend => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: '{"n":1}',
  metadata: '{"actor":"tester"}',
  ...fields,
});
export const numbered = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, n) => event({ data: JSON.stringify({ n }) }));
export const numbersOf = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ data }) => (JSON.parse(data) as { n: number }).n);

export class LogUnderTest {
  #engine: EventLogEngine | undefined;
  #log: EventLog | undefined;
  #start = BEFORE_FIRST;

  /** Creates a log before each test of the enclosing describe block, and removes it afterwards. */
  constructor(makeLog: () => Promise<EventLogEngine>) {
    beforeEach(async () => {
      this.#engine = await makeLog();
      this.#log = this.#engine.log;
      this.#start = await this.#log.head();
    });
    afterEach(async () => {
      await this.#log?.close();
      await this.#engine?.dispose?.();
    });
  }

  get log(): EventLog {
    if (this.#log === undefined) throw new Error('The log is not open yet');
    return this.#log;
  }

  /** The head of the log before the test: it may hold events of earlier ones. */
  get start(): string {
    return this.#start;
  }

  readonly newStream = (): string => `suite-${randomUUID()}`;

  async reopen(): Promise<void> {
    this.#log = await this.#engine?.reopen();
  }

  async readEverything(limit = 100): Promise<RecordedEvent[]> {
    const all: RecordedEvent[] = [];
    for (let after = this.#start; ; ) {
      const batch = await this.log.readAll(after, limit);
      all.push(...batch);
      const last = batch.at(-1);
      if (last === undefined) return all;
      after = last.position;
    }
  }

  follow(after: string, handler?: (events: readonly RecordedEvent[]) => Promise<void>) {
    const seen: RecordedEvent[] = [];
    const errors: unknown[] = [];
    const subscription = this.log.follow(
      after,
      async (events) => {
        await handler?.(events);
        seen.push(...events);
      },
      { batchSize: 50, onError: (error) => errors.push(error) },
    );
    return { seen, errors, stop: () => subscription.stop() };
  }
}
