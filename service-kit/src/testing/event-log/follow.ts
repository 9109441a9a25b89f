import { describe, expect, it } from 'vitest';
import { until } from '../until.ts';
import { event, type LogUnderTest, numbered, numbersOf } from './log-under-test.ts';

/** The contract of every event log for following. */
export const followRules = (subject: LogUnderTest): void => {
  describe('follow', () => {
    it('follow delivers existing and new events, once and in order', async () => {
      const stream = subject.newStream();
      await subject.log.append(stream, numbered(120), 'none');
      const follower = subject.follow(subject.start);
      for (let n = 0; n < 30; n++) await subject.log.append(stream, [event()], 119 + n);
      await until(() => follower.seen.length >= 150);
      await follower.stop();
      expect(follower.seen).toEqual(await subject.readEverything());
      expect(follower.errors).toEqual([]);
    });

    it('follow starts after the position, even inside one append', async () => {
      await subject.log.append(subject.newStream(), numbered(6), 'none');
      const middle = (await subject.readEverything())[2]?.position ?? '';
      const follower = subject.follow(middle);
      await until(() => follower.seen.length >= 3);
      await follower.stop();
      expect(numbersOf(follower.seen)).toEqual([3, 4, 5]);
    });

    it('follow misses nothing while 32 writers append and the handler is slow', async () => {
      const follower = subject.follow(subject.start, async () => {
        for (let reads = 0; reads < 5; reads++) await subject.log.head();
      });
      const write = async (): Promise<void> => {
        for (let n = 0; n < 20; n++) await subject.log.append(subject.newStream(), [event()], 'none');
      };
      await Promise.all(Array.from({ length: 32 }, write));
      await until(() => follower.seen.length >= 640);
      await follower.stop();
      expect(follower.seen.map(({ id }) => id)).toEqual((await subject.readEverything()).map(({ id }) => id));
    });

    it('follow delivers the next batch only when the one before is handled', async () => {
      await subject.log.append(subject.newStream(), numbered(150), 'none');
      let running = 0;
      let max = 0;
      const follower = subject.follow(subject.start, async (events) => {
        expect(events.length).toBeLessThanOrEqual(50);
        running += 1;
        max = Math.max(max, running);
        await subject.log.head();
        running -= 1;
      });
      await until(() => follower.seen.length >= 150);
      await follower.stop();
      expect(max).toBe(1);
    });

    it('follow repeats a batch that the handler rejects, reports it, and continues', async () => {
      const stream = subject.newStream();
      await subject.log.append(stream, numbered(3), 'none');
      let refusals = 2;
      const follower = subject.follow(subject.start, async () => {
        if (refusals-- > 0) throw new Error('not now');
      });
      await until(() => follower.seen.length >= 3);
      await subject.log.append(stream, numbered(1), 2);
      await until(() => follower.seen.length >= 4);
      await follower.stop();
      expect(numbersOf(follower.seen)).toEqual([0, 1, 2, 0]);
      expect(follower.errors).toHaveLength(2);
    });

    it('follow reports when it has caught up', async () => {
      await subject.log.append(subject.newStream(), numbered(120), 'none');
      let handled = 0;
      const handledWhenTold: number[] = [];
      const subscription = subject.log.follow(
        subject.start,
        async (events) => {
          handled += events.length;
        },
        { onCaughtUp: (caughtUp) => caughtUp && handledWhenTold.push(handled) },
      );
      await until(() => handledWhenTold.length > 0);
      await subscription.stop();
      expect(handledWhenTold[0]).toBe(120);
    });

    it('follow stops after the current batch, and delivers nothing more', async () => {
      await subject.log.append(subject.newStream(), numbered(60), 'none');
      let entered = false;
      let leave = () => {};
      const mayLeave = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const follower = subject.follow(subject.start, async () => {
        entered = true;
        await mayLeave;
      });
      await until(() => entered);
      let hasStopped = false;
      const stopped = follower.stop().then(() => {
        hasStopped = true;
      });
      await subject.log.head();
      expect(hasStopped).toBe(false);
      leave();
      await stopped;
      const seen = follower.seen.length;
      expect(seen).toBeGreaterThan(0);
      // When the witness has seen the next event, any follower still running has seen it too.
      const witness = subject.follow(await subject.log.head());
      await subject.log.append(subject.newStream(), [event()], 'none');
      await until(() => witness.seen.length > 0);
      await witness.stop();
      expect(follower.seen).toHaveLength(seen);
    });

    it('follow serves followers independently of each other', async () => {
      const fast = subject.follow(subject.start);
      const stuck = subject.follow(subject.start, () => Promise.reject(new Error('always')));
      await subject.log.append(subject.newStream(), numbered(5), 'none');
      await until(() => fast.seen.length >= 5 && stuck.errors.length >= 2);
      await Promise.all([fast.stop(), stuck.stop()]);
      expect(stuck.seen).toEqual([]);
    });
  });
};
