import type { MemberView } from '@quorum/contracts/group/wire.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { FollowingClient } from '../../support/following-client.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, joinGroup, signUp, startProduct } from '../../support/product.ts';
import { Gateway, heard } from './gateway.ts';

const gateway = new Gateway();

type WithMember = { readonly member: MemberView };

/** A read store that reports reads of groups. */
const countingReads = (reads: ReadEngine, onRead: () => void): ReadEngine =>
  new Proxy(reads, {
    get: (store, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (name !== 'active') return typeof value === 'function' ? value.bind(store) : value;
      return {
        ...{ query: store.active.query.bind(store.active), count: store.active.count.bind(store.active) },
        get: (collection: string, id: string) => {
          if (collection === 'groups') onRead();
          return store.active.get(collection, id);
        },
        getMany: (collection: string, ids: readonly string[]) => {
          if (collection === 'groups') onRead();
          return store.active.getMany(collection, ids);
        },
      };
    },
  });

describe('live changes', () => {
  it('live changes show every open socket of every member the current name, settings, role and owner of the group (RT-12, RT-15)', async () => {
    const { owner, member, groupId } = await gateway.club();
    const [ownersSocket, ...others] = [
      await gateway.connect(owner),
      await gateway.connect(member),
      await gateway.connect(member),
    ];
    const sockets = [ownersSocket, ...others];
    const params = { id: groupId };
    await owner.must('changeGroupDetails', { params, body: { name: 'New name', description: 'New' } });
    // A frame shows current state, so wait for each before the next change.
    for (const socket of sockets) await heard(socket, 'groupNameUpdatedInEvents');
    await owner.must('changeGroupSettings', { params, body: { allowMembersInvite: true } });
    for (const socket of sockets) await socket.until(() => socket.named('groupUpdated').length === 2, 'the settings');
    await owner.must('changeRole', { params: { ...params, userId: member.userId }, body: { role: 'admin' } });
    for (const socket of sockets) await heard(socket, 'memberUpdated');
    for (const socket of others) await heard(socket, 'ownGroupUpdated');
    await owner.must('transferOwnership', { params, body: { userId: member.userId } });
    for (const socket of sockets) await socket.until(() => socket.named('memberUpdated').length === 3, 'all changes');
    for (const socket of others) await socket.until(() => socket.named('ownGroupUpdated').length === 2, 'the own role');

    const { group } = await member.must('group', { params });
    const { role, isAlreadyMember, members, lastReadMessageId, inviteLink, ...shared } = group;
    expect([role, isAlreadyMember, lastReadMessageId]).toEqual(['owner', true, null]);
    // A browser completes the link with its page's origin.
    const link = new URL(inviteLink ?? '').pathname;
    for (const socket of sockets) {
      const told = socket.named('groupUpdated') as readonly { readonly group: object }[];
      expect(told).toHaveLength(3);
      expect(told[0]?.group).toMatchObject({ name: 'New name', revision: 2 });
      expect(told[0]?.group).not.toHaveProperty('inviteCode');
      expect(told[2]).toEqual({ groupId, group: { ...shared, inviteLink: link } });
      expect(socket.named('groupNameUpdatedInEvents')).toEqual([{ groupId, groupName: 'New name' }]);
      expect(socket.named('memberUpdated').map((change) => (change as WithMember).member.role)).toEqual([
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

  it('live changes give the invitation to a new admin and to nobody else', async () => {
    const { owner, member, groupId, inviteCode } = await gateway.club();
    const plain = await signUp(gateway.product, { firstName: 'Pia', lastName: 'Lo' });
    await joinGroup(plain, inviteCode);
    const [promoted, other] = [await gateway.connect(member), await gateway.connect(plain)];
    await owner.must('changeRole', { params: { id: groupId, userId: member.userId }, body: { role: 'admin' } });
    await heard(promoted, 'ownGroupUpdated');
    await heard(other, 'memberUpdated');
    expect(promoted.named('ownGroupUpdated')).toMatchObject([{ group: { role: 'admin', inviteCode } }]);
    expect(JSON.stringify(other.applied)).not.toContain(inviteCode);
  });

  it('live changes read the group once for all open sockets', async () => {
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
          // The join frames have arrived by now.
          await member.must('pinGroup', { body: { groupId: group._id, isPinned: true } });
          await heard(socket, 'groupPreferencesUpdated');
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
      expect(await readsForOneRename(5)).toBe(await readsForOneRename(1));
    } finally {
      await counted.stop();
    }
  });

  it('live changes include events, personal ones too, as a query would return them (RT-12, RT-14)', async () => {
    const { owner, member, groupId, audience } = await gateway.club();
    const [own, other] = [await gateway.connect(owner), await gateway.connect(member)];
    const before = other.sequence(audience) ?? 0;
    const when = { date: '2030-05-14', time: '9:30', timeZone: 'America/Chicago' };
    const { event } = await owner.must('createEvent', { body: { name: 'Regatta', groupId, ...when } });
    await heard(other, 'eventCreated');
    const { events } = await owner.must('events', {
      query: { groupId, startDate: '2030-05-14', endDate: '2030-05-15' },
    });
    // What is the viewer's own comes apart.
    const { mine: _, ...shared } = events[0] ?? {};
    expect(other.named('eventCreated')).toEqual([{ groupId, eventId: event.id, event: shared }]);
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
    // Somebody who missed all of it receives only the end, and never a deleted event.
    const late: [name: string, payload: unknown][] = [];
    other.socket.onAny((name: string, payload: unknown) => {
      if (name.startsWith('event')) late.push([name, payload]);
    });
    await other.socket.timeout(5000).emitWithAck('resume', { [audience]: before });
    expect(late).toEqual(Array.from({ length: 3 }, () => ['eventDeleted', { groupId, eventId: event.id }]));
  });

  it('live changes show a new name and picture to peers, even if the person has no socket or the peers were away (CQRS-05)', async () => {
    const { owner, member, groupId, inviteCode, audience } = await gateway.club();
    const [there, away] = [await gateway.connect(owner), await gateway.connect(owner)];
    await member.must('updateName', { body: { firstName: 'Mila', lastName: 'Ray' } });
    for (const socket of [there, away]) await heard(socket, 'memberUpdated');
    expect(there.named('memberUpdated')).toMatchObject([
      { groupId, member: { role: 'member', userId: { _id: member.userId, firstName: 'Mila' } } },
    ]);

    away.socket.disconnect();
    await member.must('updateName', { body: { firstName: 'Mira', lastName: 'Ray' } });
    // Joins and changes the name at once.
    const newcomer = await signUp(gateway.product);
    await joinGroup(newcomer, inviteCode);
    await newcomer.must('updateName', { body: { firstName: 'Nils', lastName: 'Ost' } });
    const form = fileForm('profilePicture', smallPicture());
    await newcomer.must('uploadProfilePicture', { form });
    await there.until(() => there.named('memberUpdated').length === 4, 'all changes');
    away.socket.connect();
    await away.until(() => away.sequence(audience) === there.sequence(audience), 'what was missed');
    expect(away.named('memberUpdated').map((told) => (told as WithMember).member.userId.firstName)).toEqual([
      'Mila',
      'Mira',
      'Nils',
      'Nils',
    ]);
    expect((away.named('memberUpdated')[3] as WithMember).member.userId.profilePictureUrl).toMatch(/^\/files\//);
    expect(away.reloads).toEqual([]);
  });
});

describe('preferences', () => {
  it("preferences reach only the person's other browsers: color, pin, read marker (API-20, API-34, API-35, API-36, API-37, GROUP-55)", async () => {
    const { owner, member, groupId } = await gateway.club();
    // The color that the product stores for whoever joins is a change of its own.
    const colored = async (client: Client) => groupId in (await client.must('colorPreferences')).preferences;
    await until(async () => (await colored(member)) && (await colored(owner)));
    const [socket, other] = [await gateway.connect(member), await gateway.connect(owner)];
    const { message } = await owner.must('sendMessage', { body: { groupId, content: 'Read me' } });
    await member.must('chooseColor', { body: { groupId, colorIndex: 3 } });
    await member.must('pinGroup', { body: { groupId, isPinned: true } });
    await member.must('readGroupUpTo', { params: { id: groupId }, body: { messageId: message._id } });
    await heard(socket, 'groupRead');
    expect(socket.named('groupPreferencesUpdated')).toEqual([
      { groupId, color: 3 },
      { groupId, pinned: true },
    ]);
    expect(socket.named('groupRead')).toEqual([{ groupId, messageId: message._id }]);
    await heard(other, 'newMessage');
    for (const name of ['groupPreferencesUpdated', 'groupRead']) expect(other.named(name)).toEqual([]);
    expect((await member.must('colorPreferences')).preferences).toEqual({ [groupId]: 3 });
    expect((await member.must('pinPreferences')).preferences).toEqual({ [groupId]: true });
    expect((await owner.must('colorPreferences')).preferences).toEqual({ [groupId]: 0 });
    await member.must('pinGroup', { body: { groupId, isPinned: false } });
    expect((await member.must('pinPreferences')).preferences).toEqual({});
  });

  it('a read mark reaches all browsers of the person and nobody else, and is not stored (CQRS-11)', async () => {
    const { owner, member, groupId } = await gateway.club();
    const { message } = await owner.must('sendMessage', { body: { groupId, content: 'Read me' } });
    const [reading, other, owners] = [
      await gateway.connect(member),
      await gateway.connect(member),
      await gateway.connect(owner),
    ];
    const mark = { groupId, messageId: message._id, order: message.order };
    const marks = (socket: FollowingClient) =>
      socket.uncounted.filter(({ name }) => name === 'userRead').map(({ payload }) => payload);
    for (const wrong of [
      undefined,
      {},
      { ...mark, order: 7 },
      { ...mark, order: '7'.repeat(101) },
      { ...mark, messageId: 7 },
    ])
      reading.socket.emit('read', wrong);
    reading.socket.emit('read', { ...mark, userId: owner.userId });
    await other.until(() => marks(other).length > 0, 'the mark');
    expect(marks(other)).toEqual([mark]);
    owners.socket.emit('read', mark);
    await owners.until(() => marks(owners).length > 0, 'a mark of one’s own');
    expect(marks(owners)).toEqual([mark]);
    // On EventStoreDB an order has two parts.
    const later = { ...mark, order: `${'9'.repeat(20)}/${'9'.repeat(20)}` };
    reading.socket.emit('read', later);
    await other.until(() => marks(other).length > 1, 'the later mark');
    expect(marks(other)).toEqual([mark, later]);
    const { groups } = await member.must('myGroups');
    expect(groups.find(({ _id }) => _id === groupId)).toMatchObject({ unreadCount: 1, lastReadMessageId: null });
  });
});
