import { describe, expect, it } from 'vitest';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub();
const weekly = { repeats: { unit: 'week', on: ['TU'] } };

const remove = (id: string, scope?: string) =>
  club.member.must('deleteEvent', { params: { id }, query: scope === undefined ? {} : { scope } });
const restore = (id: string) => club.member.must('restoreEvent', { params: { id } });
const listed = () => club.list(club.owner, { groupId: club.groupId, ...may('2030-05-01', '2030-06-05') });
const deleted = async () =>
  (await club.member.must('deletedEvents', { query: { groupId: club.groupId } })).events.map(({ kind, name }) => [
    kind,
    name,
  ]);
/** What differs after a change and its undo. */
const unrevised = (views: readonly object[]) =>
  JSON.parse(JSON.stringify(views, (key, value) => (key === 'revision' ? 0 : value))) as readonly object[];

describe('a deleted event', () => {
  it('a deleted event is as before once it is restored, with its card in the chat and a notice (UNDO-03, UNDO-18)', async () => {
    const { _id: id } = await club.plan(club.member, { location: 'Boat house' });
    const before = unrevised(await listed());
    await remove(id);
    expect(await listed()).toEqual([]);
    expect((await club.message(id))?.isDeleted).toBe(true);
    expect(await deleted()).toEqual([['event', 'Regatta']]);
    const { event } = await restore(id);
    expect(event).toMatchObject({ _id: id, name: 'Regatta', location: 'Boat house' });
    expect(unrevised(await listed())).toEqual(before);
    expect((await club.message(id))?.isDeleted).toBe(false);
    expect(await deleted()).toEqual([]);
    const { notices } = await club.owner.must('messages', { params: { groupId: club.groupId } });
    expect(notices.at(-1)).toMatchObject({ kind: 'restored', event: { name: 'Regatta' } });
  });

  it('a deleted event keeps the answers to it while it is away (UNDO-03)', async () => {
    const { _id: id } = await club.plan(club.member);
    await club.owner.must('giveRsvp', { params: { id }, body: { answer: 'maybe' } });
    await remove(id);
    const { event } = await restore(id);
    expect(event.attendance).toMatchObject({ going: 1, maybe: 1 });
  });

  it('a deleted series comes back with all its exceptions and the answers to it, and so does one of its dates (UNDO-03, UNDO-18)', async () => {
    const { seriesId: id = '' } = await club.plan(club.member, weekly);
    const date = `${id}_2030-05-21`;
    await club.owner.must('giveRsvp', { params: { id }, body: { answer: 'going' } });
    await club.owner.must('giveRsvp', { params: { id: date }, body: { answer: 'maybe', scope: 'this' } });
    await club.member.must('changeEvent', { params: { id: date }, body: { name: 'Race', time: '8:00' } });
    const before = unrevised(await listed());
    await remove(date);
    expect(await deleted()).toEqual([['date', 'Race']]);
    await remove(id);
    expect(await deleted()).toEqual([
      ['series', 'Regatta'],
      ['date', 'Race'],
    ]);
    await restore(id);
    await restore(date);
    expect(unrevised(await listed())).toEqual(before);
    expect(await deleted()).toEqual([]);
  });

  it('a deleted event that repeats says when it would take place, so that conflicts can be asked about (UNDO-03)', async () => {
    const { seriesId: id = '' } = await club.plan(club.member, weekly);
    await remove(id);
    const { events } = await club.member.must('deletedEvents', { query: { groupId: club.groupId } });
    const pattern = { date: '2030-05-14', time: '09:30', timeZone: 'America/New_York', duration: 60 };
    expect(events).toMatchObject([{ kind: 'series', pattern: { ...pattern, repeats: { unit: 'week', on: ['TU'] } } }]);
    await club.plan(club.owner, { name: 'Lunch', date: '2030-05-21' });
    const { occurrences } = await club.owner.must('checkConflicts', { body: events[0]?.pattern as never });
    expect(occurrences?.dates.map(({ conflict }) => conflict.name)).toEqual(['Lunch']);
  });

  it('a deleted event is restored by the owner too, and by nobody who may not delete it (UNDO-03, UNDO-13)', async () => {
    const { _id: id } = await club.plan(club.owner);
    await club.owner.must('deleteEvent', { params: { id } });
    expect((await club.member.call('restoreEvent', { params: { id } })).status).toBe(403);
    expect((await club.stranger.call('restoreEvent', { params: { id } })).status).toBe(404);
    const own = await club.plan(club.member, { name: 'Picnic' });
    await remove(own._id);
    expect((await club.owner.call('restoreEvent', { params: { id: own._id } })).status).toBe(200);
  });

  it('a deleted event is offered to an admin who deleted it as long as they are one (UNDO-04, UNDO-13)', async () => {
    const setRole = (role: 'admin' | 'member') =>
      club.owner.must('changeRole', { params: { id: club.groupId, userId: club.member.userId }, body: { role } });
    const { _id: id } = await club.plan(club.owner);
    await setRole('admin');
    await remove(id);
    expect(await deleted()).toEqual([['event', 'Regatta']]);
    await setRole('member');
    expect((await club.member.call('restoreEvent', { params: { id } })).status).toBe(403);
    expect(await deleted()).toEqual([]);
  });

  it('a deleted personal event is listed in My Schedule alone (UNDO-04)', async () => {
    const { _id: id } = await club.plan(club.member, { groupId: 'my-q', name: 'Dentist' });
    await remove(id);
    expect(await deleted()).toEqual([]);
    const { events } = await club.member.must('deletedEvents');
    expect(events).toMatchObject([{ _id: id, name: 'Dentist', kind: 'event' }]);
    expect((await restore(id)).event).toMatchObject({ name: 'Dentist' });
  });

  it('a deleted event is neither named nor restored for those who left since (UNDO-13)', async () => {
    const { _id: id } = await club.plan(club.member);
    await remove(id);
    await club.member.must('leaveGroup', { params: { id: club.groupId } });
    expect((await club.member.call('restoreEvent', { params: { id } })).status).toBe(404);
    expect((await club.member.call('deletedEvents', { query: { groupId: club.groupId } })).status).toBe(403);
  });
});
