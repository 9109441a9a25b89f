import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { createGroup, joinGroup, signUp, startProduct } from '../../support/product.ts';
import { Gateway, heard, join } from './gateway.ts';

const gateway = new Gateway();

/** A read store that misses a membership on the first read. */
const lateReads = (reads: ReadEngine, isLate: (id: string) => boolean): ReadEngine =>
  new Proxy(reads, {
    get: (store, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (name !== 'active') return typeof value === 'function' ? value.bind(store) : value;
      return {
        query: store.active.query.bind(store.active),
        count: store.active.count.bind(store.active),
        getMany: store.active.getMany.bind(store.active),
        get: async (collection: string, id: string) =>
          collection === 'memberships' && isLate(id) ? undefined : store.active.get(collection, id),
      };
    },
  });

describe('joining a group', () => {
  it("joining a group makes the joiner's open sockets receive the group's frames without a reconnect (GROUP-17)", async () => {
    const owner = await signUp(gateway.product);
    const joiner = await signUp(gateway.product, { firstName: 'Jo', lastName: 'Iner' });
    const [ownerSocket, first, second] = [
      await gateway.connect(owner),
      await gateway.connect(joiner),
      await gateway.connect(joiner),
    ];
    const { group, inviteCode } = await createGroup(owner);
    await heard(ownerSocket, 'groupJoined');
    await joinGroup(joiner, inviteCode);
    for (const socket of [first, second]) await heard(socket, 'groupJoined');
    await heard(ownerSocket, 'memberJoined');
    expect(ownerSocket.named('memberJoined')[0]).toMatchObject({
      userId: joiner.userId,
      member: { userId: { firstName: 'Jo' } },
    });
    await owner.must('sendMessage', { body: { groupId: group._id, content: 'Welcome' } });
    for (const socket of [ownerSocket, first, second]) {
      await heard(socket, 'newMessage');
      expect(socket.greetings).toBe(1);
    }
  });

  it('joining a group opens the chat before the read models know about it (RT-03)', async () => {
    const late = new Set<string>();
    const behind = await startProduct({}, undefined, (engines) => ({
      ...engines,
      reads: lateReads(engines.reads, (id) => late.delete(id)),
    }));
    const owner = await signUp(behind);
    const joiner = await signUp(behind);
    const { group, inviteCode } = await createGroup(owner);
    const socket = await FollowingClient.connect(behind, joiner.token);
    await joinGroup(joiner, inviteCode);
    await heard(socket, 'groupJoined');
    late.add(membershipId(group._id, joiner.userId));
    expect(await join(socket, group._id)).toMatchObject({ ok: true });
    expect(late.size).toBe(0);
    socket.close();
    await behind.stop();
  });

  it('leaving and joining a group many times over ends inside the group', async () => {
    const { owner, member, groupId, inviteCode } = await gateway.club();
    const socket = await gateway.connect(member);
    for (let round = 0; round < 15; round++) {
      await member.must('leaveGroup', { params: { id: groupId } });
      await joinGroup(member, inviteCode);
    }
    await socket.until(() => socket.named('groupJoined').length === 15, 'the last joining');
    expect(socket.named('groupJoined').at(-1)).toMatchObject({ group: { _id: groupId, memberCount: 2 } });
    await owner.must('sendMessage', { body: { groupId, content: 'Still here?' } });
    await heard(socket, 'newMessage');
  });
});

describe('leaving a group', () => {
  it('removal from a group sends groupLeft and no further frame of the group, with 100 messages in flight', async () => {
    const { owner, member, groupId, audience } = await gateway.club();
    const [socket, other] = [await gateway.connect(member), await gateway.connect(owner)];
    const say = (index: number) => owner.must('sendMessage', { body: { groupId, content: `m${index}` } });
    const first = Array.from({ length: 50 }, (_, index) => say(index));
    const removal = owner.must('removeMember', { params: { id: groupId, userId: member.userId } });
    const rest = Array.from({ length: 50 }, (_, index) => say(50 + index));
    await Promise.all([...first, removal, ...rest]);
    await other.until(() => other.named('newMessage').length === 100, 'all messages');
    await heard(socket, 'groupLeft');
    await say(100);
    await other.until(() => other.named('newMessage').length === 101, 'the last message');
    const left = socket.applied.findIndex(({ name }) => name === 'groupLeft');
    expect(socket.applied[left]?.payload).toEqual({ groupId, reason: 'removed' });
    expect(socket.applied.slice(left + 1).filter(({ at }) => at.audience === audience)).toEqual([]);
    const removed = other.of(audience).find(({ name }) => name === 'memberLeft');
    expect(removed?.payload).toMatchObject({
      ...{ groupId, userId: member.userId, reason: 'removed' },
      group: { memberCount: 1 },
    });
    // No message sent after the removal arrived before its frame.
    const after = socket.of(audience).filter(({ at }) => at.sequence > (removed?.at.sequence ?? 0));
    expect(after).toEqual([]);
  });

  it('leaving a group is final: neither resume nor joinGroup nor typing reopens the group', async () => {
    const { owner, member, groupId, audience } = await gateway.club();
    const [socket, other] = [await gateway.connect(member), await gateway.connect(owner)];
    expect(await join(socket, groupId)).toMatchObject({ ok: true });
    expect(await join(other, groupId)).toMatchObject({ ok: true });
    await member.must('leaveGroup', { params: { id: groupId } });
    await heard(socket, 'groupLeft');
    expect(await join(socket, groupId)).toEqual({ ok: false, error: 'You are not a member of this group' });
    const answer = await socket.socket.timeout(5000).emitWithAck('resume', { [audience]: 0 });
    expect(answer).toEqual({ sequences: {} });
    socket.socket.emit('typing', { groupId });
    await owner.must('sendMessage', { body: { groupId, content: 'Among us' } });
    await heard(other, 'newMessage');
    expect(socket.of(audience).filter(({ name }) => name === 'newMessage')).toEqual([]);
    expect(other.uncounted.filter(({ name }) => name === 'userTyping')).toEqual([]);
  });

  it('everyone leaves a group when it is deleted, with nothing sent after that', async () => {
    const { owner, member, groupId, audience } = await gateway.club();
    const sockets = [await gateway.connect(owner), await gateway.connect(member)];
    const sent = Array.from({ length: 20 }, (_, index) =>
      member.call('sendMessage', { body: { groupId, content: `m${index}` } }),
    );
    await owner.must('deleteGroup', { params: { id: groupId }, body: { confirmationName: 'Rowing club' } });
    await Promise.all(sent);
    for (const socket of sockets) {
      await heard(socket, 'groupDeleted');
      expect(socket.of(audience).at(-1)?.name).toBe('groupDeleted');
    }
    expect(await join(sockets[1] as FollowingClient, groupId)).toEqual({
      ok: false,
      error: 'You are not a member of this group',
    });
  });
});

describe('typing', () => {
  it("typing is relayed under the sender's identity to open chats of their groups, but not to the sender (RT-04, RT-05, RT-06, RT-08, API-19)", async () => {
    const { owner, member, groupId } = await gateway.club();
    const outsider = await signUp(gateway.product);
    const [mine, mySecond, theirs, strange] = [
      await gateway.connect(member),
      await gateway.connect(member),
      await gateway.connect(owner),
      await gateway.connect(outsider),
    ];
    for (const socket of [mine, mySecond, theirs]) expect(await join(socket, groupId)).toMatchObject({ ok: true });
    expect(await join(strange, groupId)).toEqual({ ok: false, error: 'You are not a member of this group' });
    const typing = (socket: FollowingClient) => socket.uncounted.filter(({ name }) => name === 'userTyping');

    strange.socket.emit('typing', { groupId, userId: owner.userId, userName: 'Olga Ness' });
    mine.socket.emit('typing', { groupId, userId: owner.userId, userName: 'Somebody Else', profilePictureUrl: 'x' });
    await theirs.until(() => typing(theirs).length === 1, 'the notice');
    mine.socket.emit('stopTyping', { groupId, userId: owner.userId });
    await theirs.until(() => typing(theirs).length === 2, 'the end of typing');
    const named = { userName: 'Milo Ray', firstName: 'Milo', profilePictureUrl: null };
    const notice = { groupId, userId: member.userId, ...named };
    expect(typing(theirs).map(({ payload }) => payload)).toEqual([
      { ...notice, isTyping: true },
      { ...notice, isTyping: false },
    ]);
    for (const socket of [mine, mySecond, strange]) expect(typing(socket)).toEqual([]);

    theirs.socket.emit('leaveGroup', groupId);
    mine.socket.emit('typing', { groupId });
    await owner.must('sendMessage', { body: { groupId, content: 'Closed' } });
    await heard(theirs, 'newMessage');
    expect(typing(theirs)).toHaveLength(2);
  });
});
