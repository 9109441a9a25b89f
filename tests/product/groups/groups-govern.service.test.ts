import { randomUUID } from 'node:crypto';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

const product = sharedProduct();

const club = async () => {
  const owner = await signUp(product, { firstName: 'Olga', lastName: 'Ness' });
  const admin = await signUp(product, { firstName: 'Adam', lastName: 'Inn' });
  const member = await signUp(product, { firstName: 'Milo', lastName: 'Ray' });
  const { group, inviteCode } = await createGroup(owner);
  for (const person of [admin, member]) await joinGroup(person, inviteCode);
  const params = { id: group._id };
  await owner.must('changeRole', { params: { ...params, userId: admin.userId }, body: { role: 'admin' } });
  return { owner, admin, member, params, groupId: group._id, inviteCode };
};

const rolesIn = async (client: Client, groupId: string) => {
  const { members } = await client.must('groupMembers', { params: { id: groupId } });
  return members.map(({ userId, role }) => [userId.firstName, role]);
};

describe('a new group', () => {
  it('a new group belongs to its creator, with default settings and limited texts (API-10, API-48, PERM-06, LIMIT-09, LIMIT-24, GROUP-09)', async () => {
    const owner = await signUp(product);
    const { group } = await owner.must('createGroup', { body: { name: '  Chess  ', description: ' Fridays ' } });
    expect(group).toMatchObject({
      name: 'Chess',
      description: 'Fridays',
      role: 'owner',
      memberCount: 1,
      createdBy: { _id: owner.userId },
      settings: { allowMembersCreateEvents: true, allowMembersInvite: false, allowMembersEditGroupDetails: false },
    });
    const refused: readonly [body: Record<string, unknown>, error: string][] = [
      [{ name: ' ', description: 'x' }, 'Group name is required'],
      [{ name: 'x', description: '' }, 'Group description is required'],
      [{ name: 'x'.repeat(51), description: 'x' }, 'Please use at most 50 characters'],
      [{ name: 'x', description: 'x'.repeat(201) }, 'Please use at most 200 characters'],
      [{ name: '\u200b\u202e', description: 'x' }, 'Group name is required'],
    ];
    const before = await product.engines.events.head();
    for (const [body, error] of refused) {
      const answered = await owner.call('createGroup', { body });
      expect([answered.status, answered.error]).toEqual([400, error]);
      const changed = await owner.call('changeGroupDetails', { params: { id: group._id }, body });
      expect([changed.status, changed.error]).toEqual([400, error]);
    }
    expect(await product.engines.events.head()).toBe(before);
    const most = { name: 'x'.repeat(50), description: 'y'.repeat(200) };
    expect((await owner.must('createGroup', { body: most })).group).toMatchObject(most);
  });
});

describe('a group image', () => {
  it('a group image is an image of at most 5MB, by content (LIMIT-10, GROUP-06, GROUP-07, GROUP-08)', async () => {
    const { owner, params } = await club();
    const text = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'text.png', { type: 'image/png' });
    const large = new File([smallPicture(), new Uint8Array(5_242_880)], 'large.png', { type: 'image/png' });
    const before = await product.engines.events.head();
    for (const [image, status, error] of [
      [text, 400, 'Please select a valid image file'],
      [large, 413, 'Image size must be less than 5MB'],
    ] as const) {
      const changed = await owner.call('uploadImageOfGroup', { params, form: fileForm('image', image) });
      expect([changed.status, changed.error]).toEqual([status, error]);
      const uploaded = await owner.call('uploadGroupImage', { form: fileForm('groupImage', image) });
      expect([uploaded.status, uploaded.error]).toEqual([status, error]);
    }
    expect(await product.engines.events.head()).toBe(before);
  });
});

describe('roles', () => {
  it('the roles in a group let an admin manage but not govern (API-51, OPEN-003)', async () => {
    const { owner, admin, member, params } = await club();
    const edited = await admin.call('changeGroupDetails', { params, body: { name: 'Led', description: 'by Adam' } });
    expect(edited.body.group).toMatchObject({ name: 'Led', description: 'by Adam', role: 'admin' });
    const second = await signUp(product);
    await joinGroup(second, edited.body.group.inviteCode ?? '');
    await owner.must('changeRole', { params: { ...params, userId: second.userId }, body: { role: 'admin' } });
    const removeOf = (actor: Client, { userId }: Client) =>
      actor.call('removeMember', { params: { ...params, userId } });
    expect((await removeOf(admin, second)).status).toBe(403);
    expect((await removeOf(admin, owner)).error).toBe('The owner cannot be removed from the group');
    expect((await removeOf(admin, admin)).error).toBe('You cannot remove yourself. Leave the group instead.');
    expect((await removeOf(admin, member)).status).toBe(200);
    expect((await removeOf(owner, owner)).error).toBe('The owner cannot be removed from the group');
    expect((await removeOf(owner, second)).body.group.memberCount).toBe(2);
    expect((await removeOf(owner, second)).status).toBe(404);
    const odd = await owner.call('removeMember', { params: { ...params, userId: 'nobody' } });
    expect(odd.status).toBe(404);
    const own = { params: { ...params, userId: owner.userId }, body: { role: 'member' as const } };
    expect((await owner.call('changeRole', own)).error).toBe('The owner’s role cannot be changed');
  });

  it('the role of the owner passes on with the ownership; the former owner can then leave (OPEN-004, PERM-10)', async () => {
    const { owner, member, params, groupId } = await club();
    const stuck = await owner.call('leaveGroup', { params });
    expect([stuck.status, stuck.error]).toEqual([
      403,
      'Group owners cannot leave their own group. Transfer ownership or delete the group instead.',
    ]);
    const nobody = await owner.call('transferOwnership', { params, body: { userId: randomUUID() } });
    expect(nobody.status).toBe(404);
    const { group } = await owner.must('transferOwnership', { params, body: { userId: member.userId } });
    expect(group).toMatchObject({ role: 'member', createdBy: { _id: member.userId } });
    expect(await rolesIn(member, groupId)).toEqual([
      ['Milo', 'owner'],
      ['Adam', 'admin'],
      ['Olga', 'member'],
    ]);
    expect((await owner.call('changeGroupSettings', { params, body: { allowMembersInvite: true } })).status).toBe(403);
    await owner.must('leaveGroup', { params });
    expect(
      (await member.must('changeGroupSettings', { params, body: { allowMembersInvite: true } })).group.memberCount,
    ).toBe(2);
    expect((await owner.call('group', { params })).status).toBe(403);
  });

  it('transfers of ownership are decided one after another when they are asked for at once', async () => {
    const { owner, admin, member, params, groupId } = await club();
    const to = (client: Client) => owner.call('transferOwnership', { params, body: { userId: client.userId } });
    const statuses = (await Promise.all([to(admin), to(member)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 403]);
    expect((await rolesIn(admin, groupId)).filter(([, role]) => role === 'owner')).toHaveLength(1);
  });
});

describe('members', () => {
  it('members of a group show who they are, but never a number beside a name (API-11)', async () => {
    const { owner, member, params } = await club();
    const { members } = await owner.must('groupMembers', { params });
    expect(members[0]).toMatchObject({
      role: 'owner',
      userId: { _id: owner.userId, firstName: 'Olga', lastName: 'Ness' },
    });
    const told = JSON.stringify([
      await member.must('groupMembers', { params }),
      await member.must('group', { params }),
      await member.must('myGroups'),
    ]);
    const phone = (await owner.must('me')).user.phoneNumber;
    expect(told).not.toContain(phone.slice(-10));
    expect(told).not.toContain('phoneNumber');
  });

  it('members lose their color and pin by leaving a group, and can choose the same ones again (API-35, API-37)', async () => {
    const { owner, member, params, groupId, inviteCode } = await club();
    const choose = async () => {
      await member.must('chooseColor', { body: { groupId, colorIndex: 4 } });
      await member.must('pinGroup', { body: { groupId, isPinned: true } });
    };
    const chosen = async () => [
      (await member.must('colorPreferences')).preferences,
      (await member.must('pinPreferences')).preferences,
    ];
    const { message } = await owner.must('sendMessage', { body: { groupId, content: 'Hello' } });
    const read = () => member.must('readGroupUpTo', { params, body: { messageId: message._id } });
    await choose();
    await read();
    expect(await chosen()).toEqual([{ [groupId]: 4 }, { [groupId]: true }]);
    await member.must('leaveGroup', { params });
    expect(await chosen()).toEqual([{}, {}]);
    expect((await member.call('chooseColor', { body: { groupId, colorIndex: 1 } })).status).toBe(403);
    await joinGroup(member, inviteCode);
    await choose();
    await read();
    expect(await chosen()).toEqual([{ [groupId]: 4 }, { [groupId]: true }]);
    expect((await member.must('group', { params })).group.lastReadMessageId).toBe(message._id);
    for (const colorIndex of [-1, 5, 1.5])
      expect((await member.call('chooseColor', { body: { groupId, colorIndex } })).status).toBe(400);
  });
});

describe('deleting a group', () => {
  it('deleting a group requires its exact name (API-53, GROUP-40)', async () => {
    const { owner, params } = await club();
    for (const confirmationName of ['rowing club', 'Rowing club ', '', 'Rowing']) {
      const refused = await owner.call('deleteGroup', { params, body: { confirmationName } });
      expect([refused.status, refused.error]).toEqual([400, 'Group name does not match']);
    }
    expect((await owner.call('deleteGroup', { params, body: {} })).error).toBe('Group name does not match');
    expect((await owner.must('deleteGroup', { params, body: { confirmationName: 'Rowing club' } })).success).toBe(true);
    expect((await owner.call('group', { params })).status).toBe(403);
  });

  it('deleting a group removes everything in it, from every read model except the audit history, and from disk (PERM-08, PERM-21)', async () => {
    const { owner, member, params, groupId } = await club();
    const { message } = await member.must('sendMessage', { body: { groupId, content: 'See https://127.0.0.1/x' } });
    await owner.must('addReaction', { params: { id: message._id }, body: { emoji: '🎉' } });
    await member.must('sendFile', { form: fileForm('file', smallPicture(), { groupId }) });
    await owner.must('uploadImageOfGroup', { params, form: fileForm('image', smallPicture()) });
    const body = { groupId, name: 'Regatta', date: '2030-05-14', time: '9:30' };
    await owner.must('createEvent', { body });
    await member.must('chooseColor', { body: { groupId, colorIndex: 1 } });
    await member.must('pinGroup', { body: { groupId, isPinned: true } });
    await member.must('readGroupUpTo', { params, body: { messageId: message._id } });
    await owner.must('report', { body: { messageId: message._id, reason: 'spam' } });
    const left = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const { name, indexes } of Object.values(collections)) {
        const field = (indexes as readonly (readonly string[])[])
          .map(([first]) => first)
          .find((each) => each === 'groupId' || each === 'ownerKey');
        if (field !== undefined)
          counts[name] = await product.engines.reads.active.count(name, { where: { [field]: groupId } }, 100);
      }
      return counts;
    };
    await member.must('myGroups');
    const { files } = await left();
    expect(files).toBeGreaterThanOrEqual(2);
    const stored = async () => (await storedFiles(product)).length;
    const kept = await stored();

    await owner.must('deleteGroup', { params, body: { confirmationName: 'Rowing club' } });
    // Pending reports remain, and the audit history is permanent.
    const stays = new Set<string>([collections.reports.name, 'audit']);
    const remaining = async () => Object.entries(await left()).filter(([name, count]) => count > 0 && !stays.has(name));
    await expect.poll(remaining).toEqual([]);
    // Images and previews: at least as many files with bytes as documents.
    expect(kept - (await stored())).toBeGreaterThanOrEqual(files ?? 0);
    expect((await member.must('myGroups')).groups).toEqual([]);
    expect((await member.must('events', { query: { startDate: '2030-05-01', endDate: '2030-05-31' } })).events).toEqual(
      [],
    );
    for (const { preferences } of [await member.must('colorPreferences'), await member.must('pinPreferences')])
      expect(preferences).toEqual({});
    expect((await member.call('deleteMessage', { params: { id: message._id } })).status).toBe(404);
  });

  it('deleting a group leaves its events in the audit history, without any user text', async () => {
    const { owner, member, params, groupId } = await club();
    await member.must('sendMessage', { body: { groupId, content: 'See you' } });
    await member.must('sendFile', { form: fileForm('file', smallPicture(), { groupId }) });
    await owner.must('createEvent', { body: { groupId, name: 'Regatta', date: '2030-05-14', time: '9:30' } });
    await owner.must('deleteGroup', { params, body: { confirmationName: 'Rowing club' } });
    await owner.must('myGroups');
    const history = await product.engines.reads.active.query('audit', { where: { groupId }, limit: 100 });
    const types = ['GroupCreated', 'MemberJoined', 'MessagePosted', 'FileStored', 'EntryScheduled', 'GroupDeleted'];
    expect(history.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
    for (const written of ['Olga', 'Milo', 'Rowing club', 'People who meet', 'See you', 'Regatta', 'picture.png'])
      expect(JSON.stringify(history)).not.toContain(written);
  });
});

describe('removing a member', () => {
  it('removing a member also deletes their coming events in the group if that was chosen, and nothing else (PERM-15)', async () => {
    const { owner, admin, member, params, groupId } = await club();
    const plan = (client: Client, date: string, into = groupId) =>
      client.must('createEvent', { body: { name: 'Regatta', date, time: '9:30', timeZone: 'UTC', groupId: into } });
    const { group: other } = await createGroup(member, 'Other');
    await plan(member, '2020-05-14');
    await plan(member, '2030-05-14');
    await plan(member, '2030-05-15');
    await plan(admin, '2030-05-16');
    await plan(member, '2030-05-17', other._id);
    const onMember = { params: { ...params, userId: member.userId } };
    expect(await admin.must('comingEventsOf', onMember)).toEqual({ count: 2 });
    await admin.must('removeMember', { ...onMember, body: { deleteEvents: true } });

    const days = { startDate: '2020-01-01', endDate: '2031-01-01', timeZone: 'UTC' };
    const datesIn = async (client: Client, id: string) =>
      (await client.must('events', { query: { groupId: id, ...days } })).events.map(({ date }) => date);
    await until(async () => (await datesIn(owner, groupId)).length === 2);
    expect(await datesIn(owner, groupId)).toEqual(['2020-05-14', '2030-05-16']);
    expect(await datesIn(member, other._id)).toEqual(['2030-05-17']);
    // Not one line per event.
    const { notices } = await owner.must('messages', { params: { groupId } });
    expect(notices.map(({ kind }) => kind)).toEqual(['joined', 'joined', 'removed']);
  });

  it('removing a member keeps their events by default', async () => {
    const { owner, member, params, groupId } = await club();
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', timeZone: 'UTC', groupId };
    const { event } = await member.must('createEvent', { body });
    await owner.must('removeMember', { params: { ...params, userId: member.userId } });
    const days = { startDate: '2030-05-14', endDate: '2030-05-14', timeZone: 'UTC' };
    const { events } = await owner.must('events', { query: { groupId, ...days } });
    expect(events.map(({ _id }) => _id)).toEqual([event._id]);
  });
});
