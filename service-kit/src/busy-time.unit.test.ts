import { performance } from 'node:perf_hooks';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measured, measuringWaits } from './busy-time.ts';

/** Milliseconds for which the loop was busy and the process had a processor. They never go back. */
const spent = { loop: 1e9, processor: 1e9 };

/** Keeps the event loop busy. @param share of a processor that the machine leaves to the process */
const toil = (ms: number, share = 1): void => {
  spent.loop += ms;
  spent.processor += ms * share;
};
const port = measuringWaits({
  wait: (event: Promise<unknown>) => event,
  nested: { answer: () => 42 },
});
/** An event that is waited for until it happens. */
const happening = () => {
  let happen: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { promise, happen: () => happen() };
};
const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  let time = Number.NaN;
  await measured(work, (ms) => {
    time = ms;
  }).catch(() => undefined);
  return time;
};

beforeEach(() => {
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    active: spent.loop,
    idle: 0,
    utilization: 1,
  }));
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: spent.processor * 1000, system: 0 }));
});

describe('the measured time of a piece of work', () => {
  it('the measured time of a piece of work has its own code before and after it waits, and not the code that runs in between', async () => {
    const event = happening();
    const short = timeOf(async () => {
      toil(20);
      await port.wait(event.promise);
      toil(20);
    });
    const long = timeOf(async () => {
      toil(400);
      event.happen();
    });
    expect(await short).toBeCloseTo(40);
    expect(await long).toBeCloseTo(400);
  });

  it('pieces of work whose answers arrive at the same moment are told apart, however many functions pass them on', async () => {
    const event = happening();
    const passedOn = async (depth: number): Promise<void> =>
      depth === 0 ? port.wait(event.promise).then(() => undefined) : await passedOn(depth - 1);
    const times = [1, 3, 9].map((ms) =>
      timeOf(async () => {
        await passedOn(ms);
        toil(ms);
      }),
    );
    event.happen();
    expect((await Promise.all(times)).map(Math.round)).toEqual([1, 3, 9]);
  });

  it('a piece of work that waits for several answers at once is measured with all of them', async () => {
    const ask = async (): Promise<void> => {
      toil(10);
      await port.wait(Promise.resolve());
      toil(10);
    };
    const time = timeOf(async () => {
      await Promise.all([ask(), ask(), ask()]);
      toil(10);
    });
    expect(await time).toBeCloseTo(70);
  });

  it('a piece of work that has its answers already is measured on through other waits', async () => {
    const event = happening();
    const time = timeOf(async () => {
      await port.wait(Promise.resolve());
      await event.promise;
      toil(10);
    });
    await new Promise((resolve) => setImmediate(resolve));
    event.happen();
    expect(await time).toBeCloseTo(10);
  });

  it('a piece of work within another one is measured alone, and the other one goes on after it', async () => {
    const within: Promise<number>[] = [];
    const outer = measuringWaits({ run: (work: () => Promise<number>) => work() });
    const time = timeOf(async () => {
      toil(10);
      await outer.run(() => {
        const inner = timeOf(async () => toil(5));
        within.push(inner);
        return inner;
      });
      toil(10);
    });
    expect(await time).toBeCloseTo(20);
    expect(await within[0]).toBeCloseTo(5);
  });

  it('the measured time of a piece of work ends when the work or its port fails, and leaves ports as they are', async () => {
    const failing = timeOf(async () => {
      toil(5);
      await port.wait(Promise.reject(new Error('no')));
    });
    await timeOf(async () => toil(7));
    expect(await failing).toBeCloseTo(5);
    expect(port.nested.answer()).toBe(42);
  });

  it('a busy machine does not make work dearer: only time with a processor counts', async () => {
    await timeOf(async () => toil(1000, 0.5));
    expect(await timeOf(async () => toil(1000, 0.5))).toBeCloseTo(500);
    // A long piece of work looks again, and tells that the machine is quiet.
    expect(await timeOf(async () => toil(1000))).toBeCloseTo(1000);
    expect(await timeOf(async () => toil(100))).toBeCloseTo(100);
  });
});
