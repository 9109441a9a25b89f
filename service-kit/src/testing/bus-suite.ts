import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../ports/bus.ts';
import type { Change } from '../ports/read-store.ts';

const change = (audience: string, sequence: number): Change => ({
  audience,
  sequence,
  kind: 'messageSent',
  position: String(sequence).padStart(16, '0'),
  data: { messageId: `m${sequence}`, isFirst: sequence === 1 },
});
const changed = (...changes: readonly Change[]): BusMessage => ({
  kind: 'changes',
  position: changes.at(-1)?.position ?? '',
  changes,
});
const typing = (userId: string): BusMessage => ({ kind: 'typing', notice: { groupId: 'g1', userId, isTyping: true } });

class Received {
  readonly messages: BusMessage[] = [];
  readonly take = (message: BusMessage): void => {
    this.messages.push(message);
  };
  changesOf(audience: string): readonly Change[] {
    return this.messages.flatMap((message) =>
      message.kind === 'changes' ? message.changes.filter((each) => each.audience === audience) : [],
    );
  }
  get typists(): readonly string[] {
    return this.messages.flatMap((message) => (message.kind === 'typing' ? [message.notice.userId] : []));
  }
}

/** The contract of every bus. `open` connects to the same engine at each call. */
export const busSuite = (
  name: string,
  engine: () => Promise<{ open: () => Promise<Bus>; end: () => Promise<void> }>,
): void => {
  describe(`${name} as a bus`, () => {
    let open: () => Promise<Bus>;
    let end: () => Promise<void>;
    let bus: Bus;
    const patience = { timeout: 15_000 };

    beforeAll(async () => {
      ({ open, end } = await engine());
      bus = await open();
    });
    afterAll(async () => {
      await bus?.close();
      await end?.();
    });

    it('a bus delivers every message published after subscribing to every subscriber, unchanged', async () => {
      await bus.publish(changed(change('group-early', 1)));
      const [one, two] = [new Received(), new Received()];
      const stops = await Promise.all([bus.subscribe(one.take), bus.subscribe(two.take)]);
      const marked = { ...changed(change('group-a', 1)), afterLoss: true };
      await bus.publish(marked);
      await bus.publish(typing('u1'));
      for (const received of [one, two]) {
        await expect.poll(() => received.messages.length, patience).toBe(2);
        expect(received.messages).toEqual(expect.arrayContaining([marked, typing('u1')]));
      }
      expect(one.changesOf('group-early')).toEqual([]);
      await Promise.all(stops.map((stop) => stop()));
    });

    it('a bus keeps the order within an audience, no matter how many messages are published at once', async () => {
      const received = new Received();
      const stop = await bus.subscribe(received.take);
      const published: Promise<void>[] = [];
      for (let sequence = 1; sequence <= 300; sequence += 1) {
        const both = [change('group-b', sequence), change('user-b', sequence)];
        published.push(bus.publish({ kind: 'changes', position: both[0]?.position ?? '', changes: both }));
      }
      await Promise.all(published);
      const wanted = Array.from({ length: 300 }, (_, i) => i + 1);
      for (const audience of ['group-b', 'user-b']) {
        await expect.poll(() => received.changesOf(audience).length, patience).toBe(300);
        expect(received.changesOf(audience).map((each) => each.sequence)).toEqual(wanted);
      }
      await stop();
    });

    it('a bus reaches subscribers of another connection, and not those who stopped', async () => {
      const other = await open();
      const [stays, stops] = [new Received(), new Received()];
      const [, stop] = await Promise.all([other.subscribe(stays.take), other.subscribe(stops.take)]);
      await bus.publish(typing('u2'));
      await expect.poll(() => [stays.typists, stops.typists], patience).toEqual([['u2'], ['u2']]);
      await stop();
      await bus.publish(typing('u3'));
      await expect.poll(() => stays.typists, patience).toEqual(['u2', 'u3']);
      expect(stops.typists).toEqual(['u2']);
      if (other !== bus) await other.close();
    });

    it('a bus answers a ping, and publishes without subscribers', async () => {
      await bus.ping();
      await bus.publish(changed());
      await bus.publish(typing('u4'));
    });
  });
};
