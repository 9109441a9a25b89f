import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, createGroup, joinGroup, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { signInElsewhere } from '../../support/sign-in.ts';

let engines: Engines;
const clock = movableClock();
/** What the bus does with a message: pass it on, change it, or lose it. */
let lose: (message: BusMessage) => BusMessage | undefined;

const product = sharedProduct({}, clock, (opened) => {
  const publish = async (message: BusMessage): Promise<void> => {
    const left = lose(message);
    if (left !== undefined) await opened.bus.publish(left);
  };
  engines = {
    ...opened,
    bus: {
      publish,
      subscribe: (handler) => opened.bus.subscribe(handler),
      ping: () => opened.bus.ping(),
      close: () => opened.bus.close(),
    },
  };
  return engines;
});

beforeAll(async () => {
  lose = (message) => message;
});
beforeEach(() => {
  lose = (message) => message;
});

/** The message without its changes of one kind; the position is still sent. */
const without =
  (drops: (kind: string, index: number) => boolean) =>
  (message: BusMessage): BusMessage => {
    if (message.kind !== 'changes') return message;
    return { ...message, changes: message.changes.filter((change, index) => !drops(change.kind, index)) };
  };

const contents = (client: FollowingClient): unknown[] => client.named('newMessage').map(({ content }) => content);

const talk = async () => {
  const ada = await signUp(product, { firstName: 'Ada' });
  const { group, inviteCode } = await createGroup(ada);
  const ben = await signUp(product, { firstName: 'Ben' });
  await joinGroup(ben, inviteCode);
  // Every later change comes from this test: the join itself has been counted, and so has the color it led to.
  for (const one of [ada, ben]) await until(async () => group._id in (await one.must('colorPreferences')).preferences);
  const say = (content: string) => ada.must('sendMessage', { body: { groupId: group._id, content } });
  return { ada, ben, groupId: group._id, audience: groupAudience(group._id), say };
};

describe('the sequence of an audience', () => {
  it('the sequence of an audience is sent at the start, and continues without gap or repeat (CQRS-05)', async () => {
    const { ada, audience, say, groupId } = await talk();
    const client = await FollowingClient.connect(product, ada.token);
    const begun = client.sequence(audience) ?? -1;
    expect(begun).toBe(await engines.reads.sequence(audience));
    await Promise.all(Array.from({ length: 30 }, (_, index) => say(`m${index}`)));
    await ada.must('changeGroupDetails', { params: { id: groupId }, body: { name: 'New', description: 'name' } });
    await client.until(() => client.of(audience).length === 32, '32 changes');
    expect(client.of(audience).map(({ at }) => at.sequence)).toEqual(
      Array.from({ length: 32 }, (_, index) => begun + 1 + index),
    );
    expect(client.arrived).toBe(client.applied.length);
    client.close();
  });

  it('the sequence of an audience catches up after a disconnect: every missed frame once, in order (CQRS-05, RT-16)', async () => {
    const { ben, say } = await talk();
    const client = await FollowingClient.connect(product, ben.token);
    await say('before');
    await client.until(() => contents(client).length === 1);
    client.socket.disconnect();
    for (let index = 0; index < 25; index++) await say(`missed ${index}`);
    client.socket.connect();
    await client.until(() => contents(client).length === 26, 'the missed messages');
    await say('after');
    await client.until(() => contents(client).length === 27, 'the message after');
    expect(contents(client)).toEqual([
      'before',
      ...Array.from({ length: 25 }, (_, index) => `missed ${index}`),
      'after',
    ]);
    expect(client.reloads).toEqual([]);
    client.close();
  });

  it('the sequence of an audience is completed by the next change if the bus lost some frames, even in the middle of a message', async () => {
    const { ben, ada, groupId, say } = await talk();
    const client = await FollowingClient.connect(product, ben.token);
    lose = (message) => (message.kind === 'changes' && message.changes.length > 0 ? undefined : message);
    await say('lost');
    lose = without((kind) => kind === 'groupUpdated');
    await ada.must('changeGroupDetails', { params: { id: groupId }, body: { name: 'Half', description: 'lost' } });
    await say('heard');
    await client.until(() => contents(client).length === 2, 'both messages');
    expect(client.applied.map(({ name }) => name)).toEqual([
      'newMessage',
      'groupUpdated',
      'groupNameUpdatedInEvents',
      'newMessage',
    ]);
    client.close();
  });

  it('the sequence of an audience is completed without a further change if the bus lost the last frame', async () => {
    const { ben, say } = await talk();
    const client = await FollowingClient.connect(product, ben.token);
    lose = (message) => (message.kind === 'changes' && message.changes.length > 0 ? undefined : message);
    await say('lost for good');
    await client.until(() => contents(client).length === 1, 'the lost message');
    client.close();
  });

  it.each(['groupLeft', 'memberLeft'])(
    'the sequence of a group sends nothing to people who left, though the bus lost %s',
    async (lost) => {
      const { ada, ben, groupId, audience, say } = await talk();
      const [client, other] = [
        await FollowingClient.connect(product, ben.token),
        await FollowingClient.connect(product, ada.token),
      ];
      lose = without((kind) => kind === lost);
      await ada.must('removeMember', { params: { id: groupId, userId: ben.userId } });
      const removed = await engines.reads.sequence(audience);
      for (let index = 0; index < 5; index++) await say(`among us ${index}`);
      await other.until(() => contents(other).length === 5, 'the messages');
      // The next change of the person completes what was lost.
      await ben.must('updateName', { body: { firstName: 'Ben', lastName: 'Gone' } });
      await client.until(() => client.named('groupLeft').length === 1, 'the removal');
      expect(client.of(audience).filter(({ at }) => at.sequence >= removed)).toEqual([]);
      for (const each of [client, other]) each.close();
    },
  );

  it('the sequence of an audience restarts and makes the client reload if too much was missed', async () => {
    const { ben, groupId } = await talk();
    const audience = userAudience(ben.userId);
    const client = await FollowingClient.connect(product, ben.token);
    const before = client.sequence(audience) ?? 0;
    client.socket.disconnect();
    const events = Array.from({ length: 2100 }, (_, index) => ({
      type: 'GroupPreferencesChanged' as const,
      data: { userId: ben.userId, groupId, changes: { color: index % 5 } },
    }));
    await engines.events.append(preferencesStream(ben.userId), events, 0, {
      actor: ben.userId,
      commandId: 'many-colors',
      correlationId: 'many-colors',
      causationId: 'many-colors',
    });
    await until(async () => (await engines.reads.sequence(audience)) >= before + 2100);
    client.socket.connect();
    await client.until(() => client.reloads.length > 0, 'the reload');
    expect(client.reloads).toEqual([{ audience, sequence: before + 2100 }]);
    expect(client.of(audience)).toEqual([]);
    await ben.must('pinGroup', { body: { groupId, isPinned: true } });
    await client.until(() => client.named('groupPreferencesUpdated').length === 1, 'what came after');
    client.close();
  });

  it('the sequence of an audience has no gap when another session of the person ends', async () => {
    const { ben, groupId } = await talk();
    const client = await FollowingClient.connect(product, ben.token);
    const begun = client.sequence(userAudience(ben.userId)) ?? 0;
    const other = await otherSession(ben);
    await other.must('logout');
    await ben.must('pinGroup', { body: { groupId, isPinned: true } });
    await client.until(() => client.named('groupPreferencesUpdated').length === 1, 'the pin');
    expect(client.of(userAudience(ben.userId)).map(({ name, at }) => [at.sequence, name])).toEqual([
      [begun + 1, 'sessionsUpdated'],
      [begun + 2, 'sessionsUpdated'],
      [begun + 3, 'groupPreferencesUpdated'],
    ]);
    expect(client.uncounted.filter(({ name }) => name === 'sessionEnded')).toEqual([]);
    client.close();
  });
});

/** A second browser of the same person. */
const otherSession = async (client: Client): Promise<Client> => {
  const { user } = await client.must('me');
  return signInElsewhere(product, clock, user.phoneNumber);
};
