import { type Bus, type BusMessage, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { InProcessBus } from './in-process-bus.ts';
import { LateBus } from './late-bus.ts';

const message: BusMessage = { kind: 'typing', notice: { groupId: 'g', userId: 'u', isTyping: true } };

/** A bus whose engine fails as often as given. `again` lets it be tried once more. */
const lateBus = async (...failures: readonly Error[]) => {
  const left = [...failures];
  const reports: unknown[] = [];
  const engine = new InProcessBus();
  let again = () => {};
  const bus = await LateBus.open({
    open: async () => {
      const failure = left.shift();
      if (failure !== undefined) throw failure;
      return engine;
    },
    isPassing: (error) => error instanceof BusUnavailableError,
    report: (error) => void reports.push(error),
    pause: () =>
      new Promise((resolve) => {
        again = resolve;
      }),
  });
  return { bus, reports, again: () => again() };
};

const away = new BusUnavailableError('away');

describe('a bus whose engine is down at first (RUN-11)', () => {
  it('starts at once, refuses messages, and says so once', async () => {
    const { bus, reports } = await lateBus(away, away);
    await expect(bus.publish(message)).rejects.toThrow(BusUnavailableError);
    await expect(bus.ping()).rejects.toThrow(BusUnavailableError);
    expect(reports).toEqual([away]);
  });

  it('delivers to earlier subscribers once the engine is back', async () => {
    const { bus, again } = await lateBus(away, away);
    const received: BusMessage[] = [];
    await bus.subscribe((each) => void received.push(each));
    again();
    await until(async () => {
      again();
      return isThere(bus);
    });
    await bus.publish(message);
    await until(async () => received.length === 1);
    expect(received).toEqual([message]);
  });

  it('delivers nothing to those who have unsubscribed before', async () => {
    const { bus, again } = await lateBus(away);
    const received: BusMessage[] = [];
    const unsubscribe = await bus.subscribe((each) => void received.push(each));
    await unsubscribe();
    again();
    await until(() => isThere(bus));
    const other: BusMessage[] = [];
    await bus.subscribe((each) => void other.push(each));
    await bus.publish(message);
    await until(async () => other.length === 1);
    expect(received).toEqual([]);
  });

  it('reports a permanent refusal of the engine, and keeps trying', async () => {
    const refused = new Error('wrong password');
    const { bus, reports, again } = await lateBus(away, refused);
    again();
    await until(async () => reports.length === 2);
    expect(reports).toEqual([away, refused]);
    await until(async () => {
      again();
      return isThere(bus);
    });
  });
});

it('a bus that refuses the credentials fails the start at once (RUN-11)', async () => {
  await expect(lateBus(new Error('wrong password'))).rejects.toThrow('wrong password');
});

const isThere = (bus: Bus): Promise<boolean> =>
  bus.ping().then(
    () => true,
    () => false,
  );
