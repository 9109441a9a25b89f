import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { decipheredTraces, tracesIn } from '../../support/plaintext-traces.ts';
import { joinGroup, signUp } from '../../support/product.ts';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub(adminEnvironment);
const weekly = { repeats: { unit: 'week', on: ['TU'] } };

const change = (id: string, body: Record<string, unknown>) =>
  club.member.must('changeEvent', { params: { id }, body: body as never });
const historyOf = async (id: string, client = club.owner) =>
  (await client.must('eventHistory', { params: { id } })).changes;
const revert = (id: string, revision: number) =>
  club.member.must('revertEvent', { params: { id }, body: { revision } });
const range = may('2030-05-01', '2030-07-01');
const listed = () => club.list(club.owner, { groupId: club.groupId, ...range });
const series = async () =>
  (await club.owner.must('events', { query: { groupId: club.groupId, ...range, series: 'compact' } })).series;
/** Without the revisions, and the gaps between them. A move of one date that was lost and is put back is asked about. */
const unrevised = (views: readonly object[] = []) => {
  const without = ({ timesRevision: _, ...changed }: { readonly timesRevision?: number }) => changed;
  const told = JSON.stringify(views, (key, value) => {
    if (key === 'changed') return (value as object[]).map(without);
    if (key === 'gaps') return undefined;
    return key === 'revision' ? 0 : value;
  });
  return JSON.parse(told) as readonly object[];
};

const newMember = async () => {
  const { group } = await club.owner.must('group', { params: { id: club.groupId } });
  const aiko = await signUp(club.product, { firstName: 'Aiko', lastName: 'Tanaka' });
  await joinGroup(aiko, group.inviteCode ?? '');
  return aiko;
};

describe('the history of an event', () => {
  it('the history of an event names each change with its person, the newest first, old beside new (UNDO-06)', async () => {
    const { _id: id } = await club.plan(club.member, { location: 'Boat house' });
    await change(id, { name: 'Race', time: '11:00' });
    await club.member.must('setSeats', { params: { id }, body: { seats: 8, guestsEach: 2 } });
    await club.owner.must('deleteEvent', { params: { id } });
    await club.owner.must('restoreEvent', { params: { id } });
    const changes = await historyOf(id);
    expect(changes.map(({ what, by }) => [what, by?.firstName])).toEqual([
      ['restored', 'Maya'],
      ['deleted', 'Maya'],
      ['changed', 'Tom'],
      ['changed', 'Tom'],
      ['created', 'Tom'],
    ]);
    const [, , seats, edit, created] = changes;
    expect(seats).toMatchObject({ was: { seats: null, guestsEach: 0 }, now: { seats: 8, guestsEach: 2 } });
    expect(edit).toMatchObject({ was: { name: 'Regatta', time: '09:30' }, now: { name: 'Race', time: '11:00' } });
    expect(created).toMatchObject({ was: null, now: { name: 'Regatta', location: 'Boat house' } });
  });

  it('the history of an event that repeats says which dates each change was about (UNDO-06)', async () => {
    const { seriesId: id = '' } = await club.plan(club.member, weekly);
    await change(`${id}_2030-05-21`, { name: 'Race' });
    await change(`${id}_2030-05-28`, { time: '11:00', scope: 'following' });
    await club.member.must('deleteEvent', { params: { id: `${id}_2030-06-11` }, query: { scope: 'following' } });
    const [ended, moved, renamed] = await historyOf(`${id}_2030-05-21`);
    expect(renamed).toMatchObject({ occurrence: '2030-05-21', was: { name: 'Regatta' }, now: { name: 'Race' } });
    expect(moved).toMatchObject({ from: '2030-05-28', was: { time: '09:30' }, now: { time: '11:00' } });
    expect(ended).toMatchObject({ what: 'ended', from: '2030-06-11', now: { repeats: { until: '2030-06-04' } } });
  });

  it('the history of an event is read by all members, and of a deleted event by those who may restore it (UNDO-06)', async () => {
    const { _id: id } = await club.plan(club.owner);
    expect(await historyOf(id, club.member)).toHaveLength(1);
    expect((await club.stranger.call('eventHistory', { params: { id } })).status).toBe(404);
    await club.owner.must('deleteEvent', { params: { id } });
    expect((await club.member.call('eventHistory', { params: { id } })).status).toBe(404);
    expect(await historyOf(id)).toHaveLength(2);
    const own = await club.plan(club.member, { groupId: 'my-q' });
    expect((await club.owner.call('eventHistory', { params: { id: own._id } })).status).toBe(404);
    expect(await historyOf(own._id, club.member)).toHaveLength(1);
  });

  it('the history of an event comes in pages of 50 (UNDO-06)', async () => {
    const { _id: id } = await club.plan(club.member);
    for (let number = 1; number <= 51; number += 1) await change(id, { name: `Race ${number}` });
    const { changes, next } = await club.owner.must('eventHistory', { params: { id } });
    expect([changes.length, changes.at(-1)?.now?.name]).toEqual([50, 'Race 2']);
    const rest = await club.owner.must('eventHistory', { params: { id }, query: { after: String(next) } });
    expect(rest.changes.map(({ now }) => now?.name)).toEqual(['Race 1', 'Regatta']);
    expect(rest.next).toBeUndefined();
  });
});

describe('putting a version back', () => {
  it('putting a version back gives an event as it was, with one notice, and takes the question about its place away (UNDO-07, UNDO-18)', async () => {
    const { _id: id, revision } = await club.plan(club.member, { location: 'Boat house' });
    await club.owner.must('giveRsvp', { params: { id }, body: { answer: 'going' } });
    const before = unrevised(await listed());
    await change(id, { name: 'Race', location: 'Lake', date: '2030-05-20' });
    expect((await listed())[0]?.mine?.ask).not.toBeNull();
    await revert(id, revision);
    expect(unrevised(await listed())).toEqual(before);
    expect((await listed())[0]?.mine?.ask).toBeNull();
    const { notices } = await club.owner.must('messages', { params: { groupId: club.groupId } });
    expect(notices.filter(({ kind }) => kind === 'moved')).toHaveLength(2);
    expect((await historyOf(id))[0]).toMatchObject({ what: 'changed', now: { name: 'Regatta' } });
  });

  it('putting the first version back keeps the seats and the reminder that the event was made with (UNDO-07)', async () => {
    const { _id: id } = await club.plan(club.member, { seats: 3, guestsEach: 1, reminder: 30 });
    await change(id, { name: 'Race', reminder: 10 });
    await revert(id, 0);
    const [event] = await listed();
    expect([event?.name, event?.attendance?.seats, event?.reminder]).toEqual(['Regatta', 3, 30]);
  });

  it.each([
    ['following', { time: '11:00', location: 'Lake' }],
    ['all', { name: 'Race', repeats: { unit: 'month' } }],
    ['this', { name: 'Race', date: '2030-05-22' }],
  ])(
    'putting a version back gives a series as it was before an edit of %s, and asks nobody again (RSVP-15, UNDO-07, UNDO-18)',
    async (scope, body) => {
      const { seriesId: id = '', revision } = await club.plan(club.member, weekly);
      await club.owner.must('giveRsvp', { params: { id }, body: { answer: 'going' } });
      await change(`${id}_2030-06-04`, { name: 'Final', time: '10:00' });
      const before = [unrevised(await listed()), unrevised(await series())];
      const date = `${id}_2030-05-21`;
      await change(date, { ...body, scope });
      expect(unrevised(await listed())).not.toEqual(before[0]);
      await revert(scope === 'this' ? date : id, revision + 1);
      expect([unrevised(await listed()), unrevised(await series())]).toEqual(before);
    },
  );

  it('undoing the second of two moves at once gives the first one back, and the first cannot be undone any more (UNDO-18)', async () => {
    const { _id: id } = await club.plan(club.member);
    // Neither browser knows the other’s move yet.
    const [first, second] = [await change(id, { time: '11:00' }), await change(id, { time: '12:00', name: 'Race' })];
    const undo = (event: { readonly revision: number }) =>
      club.member.call('revertEvent', { params: { id }, body: { revision: event.revision, undo: true } });
    const refused = await undo(first.event);
    expect([refused.status, refused.body]).toMatchObject([409, { error: 'This event was changed again since' }]);
    expect((await undo(second.event)).status).toBe(200);
    expect((await listed())[0]).toMatchObject({ time: '11:00', name: 'Regatta' });
  });

  it('undoing the change of one date of a series gives that date back alone (UNDO-07)', async () => {
    const { seriesId: id = '' } = await club.plan(club.member, weekly);
    await change(`${id}_2030-05-28`, { name: 'Final' });
    const before = unrevised(await listed());
    const date = `${id}_2030-05-21`;
    const { event } = await change(date, { time: '11:00', name: 'Race' });
    await club.member.must('revertEvent', { params: { id: date }, body: { revision: event.revision, undo: true } });
    expect(unrevised(await listed())).toEqual(before);
  });

  it('putting a version back gives an event that began to repeat its one date back (UNDO-01)', async () => {
    const { _id: id, revision } = await club.plan(club.member);
    const [before] = await listed();
    await change(id, { repeats: { unit: 'day' } });
    await revert(id, revision);
    const [now, ...others] = await listed();
    expect(others).toEqual([]);
    expect(now).toMatchObject({ name: before?.name, startsAt: before?.startsAt, duration: before?.duration });
    expect(now).not.toHaveProperty('repeats');
    const [put] = await historyOf(id);
    expect(put).toMatchObject({ was: { repeats: { unit: 'day' } }, now: { repeats: null } });
  });

  it('putting a version back gives the dates of an ended series back (UNDO-01)', async () => {
    const { seriesId: id = '', revision } = await club.plan(club.member, weekly);
    const before = unrevised(await listed());
    await club.member.must('deleteEvent', { params: { id: `${id}_2030-05-28` }, query: { scope: 'following' } });
    await revert(id, revision);
    expect(unrevised(await listed())).toEqual(before);
  });

  it('putting a version back is the creator’s alone, of versions that there were (UNDO-07, UNDO-13)', async () => {
    const { _id: id } = await club.plan(club.member);
    const ask = { params: { id }, body: { revision: 0 } };
    expect((await club.owner.call('revertEvent', ask)).status).toBe(403);
    expect((await club.stranger.call('revertEvent', ask)).status).toBe(404);
    expect((await club.member.call('revertEvent', { ...ask, body: { revision: 5 } })).status).toBe(400);
    await club.member.must('leaveGroup', { params: { id: club.groupId } });
    expect((await club.member.call('revertEvent', ask)).status).toBe(404);
  });
});

describe('deleting an event for good', () => {
  it('deleting an event for good leaves nothing of it readable within 60 s, nor a way back (UNDO-05, UNDO-15)', async () => {
    const secret = `Regatta${Date.now()}`;
    const { _id: id } = await club.plan(club.member, { name: secret });
    const purge = { params: { id } };
    expect((await club.member.call('purgeEvent', purge)).status).toBe(409);
    await club.member.must('deleteEvent', purge);
    expect((await club.owner.call('purgeEvent', purge)).status).toBe(403);
    await club.member.must('purgeEvent', purge);
    expect((await club.member.call('restoreEvent', purge)).status).toBe(410);
    expect((await club.member.must('deletedEvents', { query: { groupId: club.groupId } })).events).toEqual([]);
    const { dataDir } = club.product;
    const traces = async () => [...(await tracesIn(dataDir, [secret])), ...(await decipheredTraces(dataDir, [secret]))];
    await expect.poll(traces, { interval: 200, timeout: 60_000 }).toEqual([]);
    const changes = await historyOf(id, club.member);
    expect(changes.map(({ what, was, now }) => [what, was?.name, now?.name])).toEqual([
      ['purged', undefined, undefined],
      ['deleted', null, undefined],
      ['created', undefined, null],
    ]);
    const { notices } = await club.owner.must('messages', { params: { groupId: club.groupId } });
    expect(JSON.stringify(notices)).not.toContain(id);
  });
});

it('the history of an event names nobody who was erased, and shows nothing that they wrote (UNDO-15)', async () => {
  const aiko = await newMember();
  const { _id: id } = await club.plan(aiko, { name: 'Picnic' });
  await aiko.must('changeEvent', { params: { id }, body: { name: 'Lunch' } });
  await aiko.must('deleteAccount');
  await until(async () => {
    const { body, status } = await club.owner.call('eventHistory', { params: { id } });
    return status === 200 && !JSON.stringify(body).match(/Aiko|Picnic|Lunch/);
  });
  const [renamed] = await historyOf(id).then((changes) => changes.filter(({ what }) => what === 'changed'));
  expect(renamed).toMatchObject({ by: { firstName: '' }, was: { name: null }, now: { name: null } });
});

it('an event that moderation removed after its deletion cannot be restored (UNDO-15)', async () => {
  const { _id: messageId } = await club.plan(club.member);
  await until(async () => (await club.message(messageId)) !== undefined);
  const { report } = await club.owner.must('report', { body: { messageId, reason: 'spam' } });
  await club.member.must('deleteEvent', { params: { id: messageId } });
  const admin = new Administrator(club.product);
  await admin.must('reviewReport', { body: { reportId: report._id, action: 'remove_message' } });
  // The decision is carried out a moment later.
  const audited = async () => (await admin.must('audit', { query: { groupId: club.groupId } })).lines;
  await until(async () => (await audited()).some(({ type }) => type === 'MessageRemoved'));
  const { status, error } = await club.member.call('restoreEvent', { params: { id: messageId } });
  expect([status, error]).toEqual([409, 'This event was removed by a moderator']);
  expect(await listed()).toEqual([]);
});

it('a member who left while an event was deleted has no answer to it once it is restored (RSVP-20, UNDO-03)', async () => {
  const aiko = await newMember();
  const { _id: id } = await club.plan(club.member);
  await aiko.must('giveRsvp', { params: { id }, body: { answer: 'maybe' } });
  await club.owner.must('deleteEvent', { params: { id } });
  await aiko.must('leaveGroup', { params: { id: club.groupId } });
  await club.member.must('leaveGroup', { params: { id: club.groupId } });
  const { event } = await club.owner.must('restoreEvent', { params: { id } });
  expect(event._id).toBe(id);
  await until(async () => {
    const [seen] = await listed();
    return seen?.attendance?.going === 0 && seen.attendance.maybe === 0;
  });
});
