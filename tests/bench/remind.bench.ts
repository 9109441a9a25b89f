import { randomUUID } from 'node:crypto';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { type Client, movableClock, signUp, startProduct } from '../support/product.ts';
import { connect } from '../support/sockets.ts';
import { type Measurement, median } from './measure.ts';

const FEW = 100;
const MANY = Number(process.env.BENCH_ALARMS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const AT_ONCE = 1000;
const MINUTE = 60_000;

/** Arms alarms that are due in years. */
const arm = async ({ events }: Engines, creatorId: string, count: number): Promise<void> => {
  const metadata = { actor: 'system:bench', commandId: 'bench', correlationId: 'bench', causationId: 'bench' };
  for (let done = 0; done < count; done += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => {
        const entryId = randomUUID();
        const dueAt = new Date(Date.UTC(2035, 0, 1) + (done + index) * 1000).toISOString();
        const data = { entryId, groupId: 'my-q' as const, creatorId, dueAt };
        return events.append(remindersStream(entryId), [{ type: 'AlarmSet', data }], 'none', metadata);
      }),
    );
};

/** Reminders that are due at the same moment. */
const TOGETHER = 300;

/** From due to shown: with so many armed reminders, and of many at once. */
export const run = async (): Promise<readonly Measurement[]> => {
  const clock = movableClock();
  let engines: Engines | undefined;
  const product = await startProduct({}, clock, (opened) => {
    engines = opened;
    return opened;
  });
  try {
    const { reads } = engines as unknown as Engines;
    const person = await signUp(product);
    const socket = await connect(product, person.token);

    /** Milliseconds until the last of so many reminders is shown. */
    const dueAtOnce = async (client: Client, count: number): Promise<number> => {
      const start = Math.ceil(clock.now() / MINUTE) * MINUTE + 40 * MINUTE;
      const [date = '', time = ''] = new Date(start).toISOString().slice(0, 16).split('T');
      const body = { name: 'Dinner', groupId: 'my-q', date, time, timeZone: 'UTC', reminder: 30 };
      const ids: string[] = [];
      while (ids.length < count) ids.push((await client.must('createEvent', { body })).event._id);
      await until(async () => (await reads.active.getMany('alarms', ids)).size === count);
      // biome-ignore lint/plugin: spreads the rounds over the half second between two looks of the worker
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
      let left = count;
      const shown = new Promise<void>((resolve) => {
        socket.on('reminderDue', () => {
          left -= 1;
          if (left === 0) resolve();
        });
      });
      const due = performance.now();
      clock.moveOn(start - 30 * MINUTE - clock.now());
      await shown;
      socket.off('reminderDue');
      return performance.now() - due;
    };
    const rounds = async (): Promise<number> => {
      const took: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) took.push(await dueAtOnce(person, 1));
      return median(took);
    };

    await arm(engines as unknown as Engines, person.userId, FEW);
    const baseline = await rounds();
    await arm(engines as unknown as Engines, person.userId, MANY - FEW);
    await until(async () => (await reads.active.count('alarms', { where: {} }, MANY)) >= MANY, 600_000);
    const ours = await rounds();
    const together = await dueAtOnce(person, TOGETHER);
    socket.close();
    const ratio = ours / baseline;
    return [
      {
        what: `a reminder from due to shown, with ${MANY.toLocaleString('en-US')} armed`,
        against: `the same with ${FEW}`,
        baseline,
        ours,
        unit: 'ms',
        ratio,
        reach: '≤ 1.2',
        reached: ratio <= 1.2,
      },
      {
        what: `${TOGETHER} reminders of one person due at once, until the last is shown`,
        against: 'a single one',
        baseline: ours,
        ours: together,
        unit: 'ms',
        ratio: together / ours,
      },
    ];
  } finally {
    await product.stop();
  }
};
