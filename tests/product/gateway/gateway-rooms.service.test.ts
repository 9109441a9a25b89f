import { groupAudience } from '@quorum/contracts/wire/socket.ts';
import type { MemberView } from '@quorum/contracts/wire/views.ts';
import { collections } from '@quorum/service-kit/documents/collections.ts';
import { membershipId } from '@quorum/service-kit/documents/keys.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const open: FollowingClient[] = [];
const connect = async (client: Client): Promise<FollowingClient> => {
  const connected = await FollowingClient.connect(product, client.token);
  open.push(connected);
  return connected;
};
afterAll(() => {
  for (const client of open) client.close();
});

const club = async () => {
  const owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
  const member = await signUp(product, { firstName: 'Milo', lastName: 'Ray' });
  const { group, inviteCode } = await createGroup(owner);
  await joinGroup(member, inviteCode);
  return { owner, member, groupId: group._id, inviteCode, audience: groupAudience(group._id) };
};

type Told = { readonly member: MemberView };
const heard = (client: FollowingClient, name: string) => client.until(() => client.named(name).length > 0, name);
const join = (client: FollowingClient, groupId: unknown): Promise<{ ok: boolean; error?: string; sequence?: number }> =>
  client.socket.timeout(5000).emitWithAck('joinGroup', groupId);

/** A read store that does not know of a membership when it is asked for the first time. */
const lateReads = (reads: ReadStore, isLate: (id: string) => boolean): ReadStore =>
  new Proxy(reads, {
    get: (store, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (name !== 'active') return typeof value === 'function' ? value.bind(store) : value;
      return {
        query: store.active.query.bind(store.active),
        count: store.active.count.bind(store.active),
        getMany: store.active.getMany.bind(store.active),
        get: async (collection: string, id: string) =>
          collection === collections.memberships.name && isLate(id) ? undefined : store.active.get(collection, id),
      };
    },
  });

/** A read store that says when groups are read. */
const countingReads = (reads: ReadStore, onRead: () => void): ReadStore =>
  new Proxy(reads, {
    get: (store, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (name !== 'active') return typeof value === 'function' ? value.bind(store) : value;
      return {
        ...{ query: store.active.query.bind(store.active), count: store.active.count.bind(store.active) },
        get: (collection: string, id: string) => {
          if (collection === collections.groups.name) onRead();
          return store.active.get(collection, id);
        },
        getMany: (collection: string, ids: readonly string[]) => {
          if (collection === collections.groups.name) onRead();
          return store.active.getMany(collection, ids);
        },
      };
    },
  });

describe('live changes', () => {
  it('show every open socket of every member the current name, settings, role and owner of the group (RT-12, RT-15)', async () => {
    const { owner, member, groupId } = await club();
    const [ownersSocket, ...others] = [await connect(owner), await connect(member), await connect(member)];
    const sockets = [ownersSocket, ...others];
    const params = { id: groupId };
    await owner.must('changeGroupDetails', { params, body: { name: 'New name', description: 'New' } });
    // What is told is what is there by then: each change has to be told before the next one.
    for (const socket of sockets) await heard(socket, 'groupNameUpdatedInEvents');
    await owner.must('changeGroupSettings', { params, body: { allowMembersInvite: true } });
    for (const socket of sockets) await socket.until(() => socket.named('groupUpdated').length === 2, 'the settings');
    await owner.must('changeRole', { params: { ...params, userId: member.userId }, body: { role: 'admin' } });
    for (const socket of sockets) await heard(socket, 'memberUpdated');
    await owner.must('transferOwnership', { params, body: { userId: member.userId } });
    for (const socket of sockets) await socket.until(() => socket.named('memberUpdated').length === 3, 'all changes');
    for (const socket of others) await socket.until(() => socket.named('ownGroupUpdated').length === 2, 'the own role');

    const { group } = await member.must('group', { params });
    const { role, isAlreadyMember, members, lastReadMessageId, inviteLink, ...shared } = group;
    expect([role, isAlreadyMember, lastReadMessageId]).toEqual(['owner', true, null]);
    // A browser completes the link with the address of its page.
    const link = new URL(inviteLink ?? '').pathname;
    for (const socket of sockets) {
      const told = socket.named('groupUpdated') as readonly { readonly group: object }[];
      expect(told).toHaveLength(3);
      expect(told[0]?.group).toMatchObject({ name: 'New name', revision: 2 });
      expect(told[0]?.group).not.toHaveProperty('inviteCode');
      expect(told[2]).toEqual({ groupId, group: { ...shared, inviteLink: link } });
      expect(socket.named('groupNameUpdatedInEvents')).toEqual([{ groupId, groupName: 'New name' }]);
      expect(socket.named('memberUpdated').map((change) => (change as Told).member.role)).toEqual([
        'admin',
        'member',
        'owner',
      ]);
    }
    expect(ownersSocket?.named('ownGroupUpdated')).toMatchObject([{ group: { role: 'member' } }]);
    for (const socket of others)
      expect(socket.named('ownGroupUpdated')).toMatchObject([
        { group: { role: 'admin' } },
        { group: { role: 'owner', members, lastReadMessageId: null } },
      ]);
  });

  it('give the invitation to a new admin and to nobody else', async () => {
    const { owner, member, groupId, inviteCode } = await club();
    const plain = await signUp(product, { firstName: 'Pia', lastName: 'Lo' });
    await joinGroup(plain, inviteCode);
    const [promoted, other] = [await connect(member), await connect(plain)];
    await owner.must('changeRole', { params: { id: groupId, userId: member.userId }, body: { role: 'admin' } });
    await heard(promoted, 'ownGroupUpdated');
    await heard(other, 'memberUpdated');
    expect(promoted.named('ownGroupUpdated')).toMatchObject([{ group: { role: 'admin', inviteCode } }]);
    expect(JSON.stringify(other.applied)).not.toContain(inviteCode);
  });

  it('are read once for all open sockets of a group', async () => {
    let reads = 0;
    const counted = await startProduct({}, undefined, (engines) => ({
      ...engines,
      reads: countingReads(engines.reads, () => {
        reads += 1;
      }),
    }));
    try {
      const readsForOneRename = async (members: number): Promise<number> => {
        const owner = await signUp(counted);
        const { group, inviteCode } = await createGroup(owner);
        const sockets: FollowingClient[] = [];
        for (let index = 0; index < members; index += 1) {
          const member = await signUp(counted);
          await joinGroup(member, inviteCode);
          const socket = await FollowingClient.connect(counted, member.token);
          sockets.push(socket);
          // What the joining told is behind this.
          await member.must('pinGroup', { body: { groupId: group._id, isPinned: true } });
          await heard(socket, 'pinPreferencesUpdated');
        }
        await owner.must('sendMessage', { body: { groupId: group._id, content: 'All here?' } });
        for (const socket of sockets) await heard(socket, 'newMessage');
        const lastRead = reads;
        await owner.must('changeGroupDetails', {
          params: { id: group._id },
          body: { name: 'New', description: 'New' },
        });
        for (const socket of sockets) await heard(socket, 'groupNameUpdatedInEvents');
        for (const socket of sockets) socket.close();
        return reads - lastRead;
      };
      expect(await readsForOneRename(20)).toBe(await readsForOneRename(1));
    } finally {
      await counted.stop();
    }
  });

  it('include events as anyone would load them, personal ones too (RT-12, RT-14)', async () => {
    const { owner, member, groupId, audience } = await club();
    const [own, other] = [await connect(owner), await connect(member)];
    const before = other.sequence(audience) ?? 0;
    const when = { date: '2030-05-14', time: '9:30', timeZone: 'America/Chicago' };
    const { event } = await owner.must('createEvent', { body: { name: 'Regatta', groupId, ...when } });
    await heard(other, 'eventCreated');
    const { events } = await owner.must('events', {
      query: { groupId, startDate: '2030-05-14', endDate: '2030-05-15' },
    });
    expect(other.named('eventCreated')).toEqual([{ groupId, eventId: event.id, event: events[0] }]);
    await owner.must('changeEvent', { params: { id: event.id }, body: { name: 'Head race' } });
    await heard(other, 'eventUpdated');
    expect(other.named('eventUpdated')[0]).toMatchObject({
      event: { name: 'Head race', revision: event.revision + 1 },
    });

    await owner.must('createEvent', { body: { name: 'Dentist', ...when } });
    await own.until(() => own.named('eventCreated').length === 2, 'the personal event');
    expect(own.named('eventCreated')[1]).toMatchObject({ groupId: 'my-q', event: { name: 'Dentist' } });

    await owner.must('deleteEvent', { params: { id: event.id } });
    await heard(other, 'eventDeleted');
    expect(other.named('eventCreated')).toHaveLength(1);
    // Whoever missed all of it is told of the end alone, never of an event that is gone.
    const late: [name: string, payload: unknown][] = [];
    other.socket.onAny((name: string, payload: unknown) => {
      if (name.startsWith('event')) late.push([name, payload]);
    });
    await other.socket.timeout(5000).emitWithAck('resume', { [audience]: before });
    expect(late).toEqual(Array.from({ length: 3 }, () => ['eventDeleted', { groupId, eventId: event.id }]));
  });

  it('report a new name and picture to peers, even if the person has no socket, and to peers that were away (CQRS-05)', async () => {
    const { owner, member, groupId, inviteCode, audience } = await club();
    const [there, away] = [await connect(owner), await connect(owner)];
    await member.must('updateName', { body: { firstName: 'Mila', lastName: 'Ray' } });
    for (const socket of [there, away]) await heard(socket, 'memberUpdated');
    expect(there.named('memberUpdated')).toMatchObject([
      { groupId, member: { role: 'member', userId: { _id: member.userId, firstName: 'Mila' } } },
    ]);

    away.socket.disconnect();
    await member.must('updateName', { body: { firstName: 'Mira', lastName: 'Ray' } });
    // Somebody who comes and changes the name in one go.
    const newcomer = await signUp(product);
    await joinGroup(newcomer, inviteCode);
    await newcomer.must('updateName', { body: { firstName: 'Nils', lastName: 'Ost' } });
    const form = new FormData();
    form.append('profilePicture', smallPicture(), 'me.png');
    await newcomer.must('uploadProfilePicture', { form });
    await there.until(() => there.named('memberUpdated').length === 4, 'all changes');
    away.socket.connect();
    await away.until(() => away.sequence(audience) === there.sequence(audience), 'what was missed');
    expect(away.named('memberUpdated').map((told) => (told as Told).member.userId.firstName)).toEqual([
      'Mila',
      'Mira',
      'Nils',
      'Nils',
    ]);
    expect((away.named('memberUpdated')[3] as Told).member.userId.profilePictureUrl).toMatch(/^\/files\//);
    expect(away.reloads).toEqual([]);
  });
});

describe('joining a group', () => {
  it("makes the joiner's open sockets receive the group's frames without a reconnect (GROUP-17)", async () => {
    const owner = await signUp(product);
    const joiner = await signUp(product, { firstName: 'Jo', lastName: 'Iner' });
    const [ownerSocket, first, second] = [await connect(owner), await connect(joiner), await connect(joiner)];
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

  it('opens the chat before the read models know of it (RT-03)', async () => {
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

  it('again after leaving, many times over, ends inside the group', async () => {
    const { owner, member, groupId, inviteCode } = await club();
    const socket = await connect(member);
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
  it('by removal sends groupLeft and no further frame of the group, with 100 messages in flight', async () => {
    const { owner, member, groupId, audience } = await club();
    const [socket, other] = [await connect(member), await connect(owner)];
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
    // Nothing that was said after the removal came through before it was told either.
    const after = socket.of(audience).filter(({ at }) => at.sequence > (removed?.at.sequence ?? 0));
    expect(after).toEqual([]);
  });

  it('is final: neither resume nor joinGroup nor typing opens the group again', async () => {
    const { owner, member, groupId, audience } = await club();
    const [socket, other] = [await connect(member), await connect(owner)];
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

  it('happens to everyone when it is deleted, with nothing sent after that', async () => {
    const { owner, member, groupId, audience } = await club();
    const sockets = [await connect(owner), await connect(member)];
    const sent = Array.from({ length: 20 }, (_, index) =>
      member.call('sendMessage', { body: { groupId, content: `m${index}` } }),
    );
    await owner.must('deleteGroup', { params: { id: groupId }, body: { confirmationName: 'Rowing club' } });
    await Promise.all(sent);
    for (const socket of sockets) {
      await heard(socket, 'groupDeleted');
      expect(socket.of(audience).at(-1)?.name).toBe('groupDeleted');
    }
    expect(await join(sockets[1] as FollowingClient, groupId)).toEqual({ ok: false, error: 'Group not found' });
  });
});

describe('typing', () => {
  it("is relayed under the sender's identity to open chats of their groups, but not to themselves (RT-04, RT-05, RT-06, RT-08, API-19)", async () => {
    const { owner, member, groupId } = await club();
    const outsider = await signUp(product);
    const [mine, mySecond, theirs, strange] = [
      await connect(member),
      await connect(member),
      await connect(owner),
      await connect(outsider),
    ];
    for (const socket of [mine, mySecond, theirs]) expect(await join(socket, groupId)).toMatchObject({ ok: true });
    expect(await join(strange, groupId)).toEqual({ ok: false, error: 'You are not a member of this group' });
    const typing = (socket: FollowingClient) => socket.uncounted.filter(({ name }) => name === 'userTyping');

    strange.socket.emit('typing', { groupId, userId: owner.userId, userName: 'Olga Ness' });
    mine.socket.emit('typing', { groupId, userId: owner.userId, userName: 'Somebody Else', profilePictureUrl: 'x' });
    await theirs.until(() => typing(theirs).length === 1, 'the notice');
    mine.socket.emit('stopTyping', { groupId, userId: owner.userId });
    await theirs.until(() => typing(theirs).length === 2, 'the end of typing');
    const notice = { groupId, userId: member.userId, userName: 'Milo Ray', profilePictureUrl: null };
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

describe('preferences', () => {
  it("reach only the person's other browsers: colour, pin, read marker (API-20, API-34, API-35, API-36, API-37, GROUP-55)", async () => {
    const { owner, member, groupId } = await club();
    const [socket, other] = [await connect(member), await connect(owner)];
    const { message } = await owner.must('sendMessage', { body: { groupId, content: 'Read me' } });
    await member.must('chooseColor', { body: { groupId, colorIndex: 3 } });
    await member.must('pinGroup', { body: { groupId, isPinned: true } });
    await member.must('readGroupUpTo', { params: { id: groupId }, body: { messageId: message._id } });
    await heard(socket, 'groupRead');
    expect(socket.named('colorPreferencesUpdated')).toEqual([{ groupId, colorIndex: 3 }]);
    expect(socket.named('pinPreferencesUpdated')).toEqual([{ groupId, isPinned: true }]);
    expect(socket.named('groupRead')).toEqual([{ groupId, messageId: message._id }]);
    await heard(other, 'newMessage');
    for (const name of ['colorPreferencesUpdated', 'pinPreferencesUpdated', 'groupRead'])
      expect(other.named(name)).toEqual([]);
    expect((await member.must('colorPreferences')).preferences).toEqual({ [groupId]: 3 });
    expect((await member.must('pinPreferences')).preferences).toEqual({ [groupId]: true });
    expect((await owner.must('colorPreferences')).preferences).toEqual({});
    await member.must('pinGroup', { body: { groupId, isPinned: false } });
    expect((await member.must('pinPreferences')).preferences).toEqual({});
  });
});
