import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { type Client, joinGroup, signUp } from '../../support/product.ts';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub();

const rsvp = (client: Client, event: EventView, answer: string, more: object = {}) =>
  client.call('giveRsvp', { params: { id: event.id }, body: { answer, ...more } as never });

const give = async (client: Client, event: EventView, answer: string, more: object = {}): Promise<EventView> =>
  (await client.must('giveRsvp', { params: { id: event.id }, body: { answer, ...more } as never })).event;

const seen = async (client: Client, id: string): Promise<EventView> => {
  const events = await club.list(client, { groupId: club.groupId, ...may('2030-05-01', '2030-05-31') });
  const found = events.find((event) => event.id === id);
  if (found === undefined) throw new Error('the event is not listed');
  return found;
};

const newMember = async (): Promise<Client> => {
  const { group } = await club.owner.must('group', { params: { id: club.groupId } });
  const client = await signUp(club.product, { firstName: 'Aiko', lastName: 'Tanaka' });
  await joinGroup(client, group.inviteCode ?? '');
  return client;
};

describe('an answer to an event', () => {
  it('the creator of an event is going until anybody answers (RSVP-01, RSVP-26)', async () => {
    const event = await club.plan(club.member);
    expect(event.attendance).toMatchObject({ going: 1, maybe: 0, cant: 0, waiting: 0, seats: null, guestsEach: 0 });
    expect(event.attendance?.faces.map(({ firstName }) => firstName)).toEqual(['Tom']);
    expect(event.mine).toMatchObject({ answer: 'going', guests: 0, place: null, ask: null });
    expect((await seen(club.owner, event.id)).mine).toMatchObject({ answer: null, guests: 0, ask: null });
    expect(await seen(club.member, event.id)).toEqual(event);
  });

  it('an answer to an event is shown to everyone in the same way, and to its person beside it (RSVP-05, RSVP-21)', async () => {
    const event = await club.plan(club.member);
    const answered = await give(club.owner, event, 'maybe');
    expect(answered.attendance).toMatchObject({ going: 1, maybe: 1 });
    expect(answered.mine).toMatchObject({ answer: 'maybe' });
    expect(await seen(club.owner, event.id)).toEqual(answered);
    expect((await seen(club.member, event.id)).attendance).toEqual(answered.attendance);
    const { event: silent } = await club.owner.must('takeRsvpBack', { params: { id: event.id } });
    expect([silent.attendance?.maybe, silent.mine?.answer]).toEqual([0, null]);
    expect(await seen(club.owner, event.id)).toEqual(silent);
  });

  it('a personal event takes no answers, and strangers do not learn that an event exists by answering it', async () => {
    const own = await club.plan(club.member, { groupId: 'my-q' });
    expect([own.attendance, own.mine]).toEqual([undefined, undefined]);
    expect(await rsvp(club.member, own, 'going')).toMatchObject({
      status: 400,
      error: 'Personal events have no answers',
    });
    expect((await rsvp(club.stranger, await club.plan(club.member), 'going')).status).toBe(404);
    const limited = { name: 'Nap', groupId: 'my-q', date: '2030-05-14', time: '9:30', seats: 3 };
    expect((await club.member.call('createEvent', { body: limited })).status).toBe(400);
  });

  it('an answer to an event is asked for again when time or place change, and no longer when they change back (RSVP-06, RSVP-15, RSVP-16)', async () => {
    const event = await club.plan(club.member, { location: 'Lake' });
    await give(club.owner, event, 'going');
    const change = (body: object) => club.member.must('changeEvent', { params: { id: event.id }, body });
    await change({ time: '10:30' });
    const moved = await seen(club.owner, event.id);
    expect(moved.attendance).toMatchObject({ going: 2, notConfirmed: 1 });
    expect(moved.mine?.ask).toMatchObject({ startsAt: event.startsAt, endsAt: event.endsAt });
    await change({ time: '9:30', name: 'Race' });
    expect((await seen(club.owner, event.id)).attendance?.notConfirmed).toBe(0);
    await change({ location: 'Pond' });
    expect((await seen(club.owner, event.id)).mine?.ask).toMatchObject({ startsAt: event.startsAt, placeRevision: 0 });
    // An answer to what was there before the move does not count for the new place.
    expect((await give(club.owner, event, 'maybe', { revision: event.revision })).mine?.ask).not.toBeNull();
    expect((await give(club.owner, event, 'going')).mine?.ask).toBeNull();
    await change({ location: 'Lake' });
    expect((await seen(club.owner, event.id)).mine?.ask).not.toBeNull();
  });
});

describe('a limited number of seats', () => {
  it('a limited number of seats puts latecomers on the waitlist, and promotes them when a seat opens (RSVP-07, RSVP-09, RSVP-10)', async () => {
    const event = await club.plan(club.member, { seats: 2 });
    expect(event.attendance?.seats).toBe(2);
    const late = await newMember();
    expect((await give(club.owner, event, 'going')).mine?.place).toBeNull();
    expect((await give(late, event, 'going')).mine).toMatchObject({ answer: 'going', place: 1 });
    expect((await give(club.owner, event, 'cant')).attendance).toMatchObject({ going: 2, waiting: 0, cant: 1 });
    expect((await seen(late, event.id)).mine).toMatchObject({ answer: 'going', place: null });
  });

  it('a limited number of seats gives seats that are added to those in line within a second (RSVP-10, RSVP-12)', async () => {
    const event = await club.plan(club.member, { seats: 1 });
    await give(club.owner, event, 'going');
    const body = { seats: 3, guestsEach: 1 };
    expect((await club.owner.call('setSeats', { params: { id: event.id }, body })).status).toBe(403);
    await club.member.must('setSeats', { params: { id: event.id }, body });
    await until(async () => (await seen(club.owner, event.id)).mine?.place === null);
    expect((await rsvp(club.owner, event, 'going', { guests: 2 })).status).toBe(400);
    expect((await give(club.owner, event, 'going', { guests: 1 })).attendance).toMatchObject({ going: 2, guests: 1 });
    await club.member.must('setSeats', { params: { id: event.id }, body: { seats: 2, guestsEach: 1 } });
    expect((await seen(club.owner, event.id)).attendance).toMatchObject({ going: 2, guests: 1, seats: 2 });
    expect(await rsvp(await newMember(), event, 'going')).toMatchObject({ status: 200 });
  });

  it('a limited number of seats refuses more guests than are left (RSVP-13)', async () => {
    const event = await club.plan(club.member, { seats: 3, guestsEach: 5 });
    await give(club.owner, event, 'going');
    const more = await rsvp(club.owner, event, 'going', { guests: 2 });
    expect(more).toMatchObject({ status: 409, error: 'Only 1 seat is left' });
    expect((await seen(club.owner, event.id)).mine).toMatchObject({ answer: 'going', guests: 0 });
  });
});

describe('the answers', () => {
  it('the answers to an event are listed in order, in pages, and found by name (RSVP-03, RSVP-04)', async () => {
    const event = await club.plan(club.member, { seats: 1 });
    const list = async (client: Client, query: object) =>
      client.must('rsvps', { params: { id: event.id }, query: query as never });
    expect((await list(club.owner, {})).rsvps.map(({ user }) => user.firstName)).toEqual(['Tom']);
    const aiko = await newMember();
    await give(aiko, event, 'going');
    await give(club.owner, event, 'going');
    const line = await list(club.owner, { answer: 'waiting', limit: 1 });
    expect(line).toMatchObject({ total: 2, rsvps: [{ user: { firstName: 'Aiko' }, place: 1 }] });
    const rest = await list(club.owner, { answer: 'waiting', limit: 1, after: line.next });
    expect(rest).toMatchObject({ next: null, rsvps: [{ user: { firstName: 'Maya' }, place: 2 }] });
    const found = await list(club.owner, { search: 'may' });
    expect(found.rsvps.map(({ user }) => user.firstName)).toEqual(['Maya']);
    const silent = await newMember();
    expect(await list(club.member, { answer: 'none' })).toMatchObject({
      total: 1,
      rsvps: [{ user: { _id: silent.userId } }],
    });
    expect(await list(aiko, { answer: 'none' })).toEqual({ total: 1, rsvps: [], next: null });
  });
});

describe('somebody who leaves', () => {
  it('a member who leaves a group loses their answers to coming events, and frees a seat (RSVP-20)', async () => {
    const event = await club.plan(club.member, { seats: 2 });
    const [aiko, noor] = [await newMember(), await newMember()];
    await give(aiko, event, 'going');
    await give(noor, event, 'going');
    await aiko.must('leaveGroup', { params: { id: club.groupId } });
    await until(async () => (await seen(noor, event.id)).mine?.place === null);
    expect((await seen(noor, event.id)).attendance).toMatchObject({ going: 2, waiting: 0 });
    await joinGroup(aiko, (await club.owner.must('group', { params: { id: club.groupId } })).group.inviteCode ?? '');
    expect((await seen(aiko, event.id)).mine?.answer).toBeNull();
  });

  it('a person who deletes the account loses all answers (RSVP-20)', async () => {
    const past = await club.plan(club.member, { date: '2020-05-14' });
    const event = await club.plan(club.member);
    const aiko = await newMember();
    await give(aiko, event, 'going');
    expect(await rsvp(aiko, past, 'going')).toMatchObject({ status: 409, error: 'This event is over' });
    await aiko.must('deleteAccount', { body: { confirmationText: 'DELETE' } as never });
    await until(async () => (await seen(club.owner, event.id)).attendance?.going === 1);
  });

  it('an event goes on without its creator who left the group', async () => {
    const aiko = await newMember();
    const event = await club.plan(aiko);
    await aiko.must('leaveGroup', { params: { id: club.groupId } });
    await until(async () => (await seen(club.owner, event.id)).attendance?.going === 0);
    expect((await seen(club.owner, event.id)).attendance?.faces).toEqual([]);
  });
});

describe('the id of one date', () => {
  it('the id of one date names no date of a single event (SERIES-07)', async () => {
    const event = await club.plan(club.member);
    for (const call of [
      club.member.call('changeEvent', { params: { id: `${event.id}_2030-05-14` }, body: { name: 'Race' } }),
      club.member.call('deleteEvent', { params: { id: `${event.id}_2030-05-14` } }),
      club.member.call('takeRsvpBack', { params: { id: `${event.id}_2030-05-14` } }),
    ]) {
      const answer = await call;
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: 'This date is not part of the event any more' });
    }
    const malformed = await club.member.call('deleteEvent', { params: { id: `${event.id}_2030-02-30` } });
    expect(malformed.body).toMatchObject({ error: 'Event not found' });
  });
});
