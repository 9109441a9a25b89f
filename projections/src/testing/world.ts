import { streamOf } from '@quorum/domain/testing/recorded-events.ts';
import { activeParked } from '@quorum/service-kit/parked-names.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import pino from 'pino';
import { expect, vi } from 'vitest';
import { allModels } from '../features.ts';
import type { Model } from '../model.ts';
import { follows } from '../runner/event-routing.ts';
import { type Projections, startProjections } from '../start-projections.ts';
import { MemoryBus } from './memory-bus.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { MemoryReadStore } from './memory-read-store.ts';
import { posted } from './people.ts';

/** All models except those besides the chat that also follow messages, so that an unreadable message event is parked once. */
export const chatAlone: readonly Model[] = allModels.filter(
  (model) => model.name === 'chat' || !follows(model, 'message'),
);

const running = new Set<Projections>();

/** After each test, because a running projection would write into the next one. */
export const stopAll = async (): Promise<void> => {
  await Promise.all([...running].map((projections) => projections.stop()));
  running.clear();
};

/** An in-memory log, read models and bus, with projections running over them. */
export class World {
  readonly events = new MemoryEventStore();
  readonly reads = new MemoryReadStore();
  readonly bus = new MemoryBus();
  log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });

  start(holder = 'one', models: readonly Model[] = allModels): Projections {
    const { events, reads, bus, log } = this;
    const projections = startProjections({ events, reads, bus, clock: systemClock, log, holder, models });
    running.add(projections);
    return projections;
  }

  async stop(projections: Projections): Promise<void> {
    running.delete(projections);
    await projections.stop();
  }

  add(...happened: Parameters<typeof streamOf>[0][]): void {
    for (const event of happened) this.events.add(streamOf(event), event);
  }

  readonly parked = () => activeParked(this.reads);

  /** Resolves when everything in the log is in the read models and on the bus. */
  async settled(): Promise<void> {
    await vi.waitFor(() => {
      const head = this.events.events.at(-1)?.position;
      expect(this.reads.commits.at(-1)?.to).toBe(head);
      if (!this.bus.unavailable) expect(this.bus.published.at(-1)).toMatchObject({ position: head });
    });
  }

  /** Between `hold` and `release`, live runs handle no batch unless they are being stopped. Call it before they start. */
  gate() {
    let opened: Promise<void> | undefined;
    let release = (): void => {};
    const follow = this.events.follow.bind(this.events);
    this.events.follow = (after, handle, options) => {
      // Builds report no errors.
      if (options?.onError === undefined) return follow(after, handle, options);
      const subscription = follow(after, (events) => Promise.resolve(opened).then(() => handle(events)), options);
      const stop = (): Promise<void> => {
        release();
        return subscription.stop();
      };
      return { stop };
    };
    const hold = (): void => {
      opened = new Promise((resolve) => {
        release = resolve;
      });
    };
    return { hold, release: () => release() };
  }

  message(id: string) {
    return this.reads.active.get('messages', id);
  }

  kinds(): readonly string[] {
    return this.reads.changes.map(({ kind, sequence }) => `${sequence} ${kind}`);
  }
}

/** This many messages, with a link each. */
export const bulk = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    posted(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, { text: `see example.com/${index}` }),
  );
