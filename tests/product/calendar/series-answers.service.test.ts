import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { type Client, joinGroup, signUp } from '../../support/product.ts';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub();
const weekly = { repeats: { unit: 'week', on: ['TU'] } };

const call = (client: Client, id: string, answer: string, more: object = {}) =>
  client.call('giveRsvp', { params: { id }, body: { answer, ...more } as never });

const give = async (client: Client, id: string, answer: string, more: object = {}): Promise<EventView> =>
  (await client.must('giveRsvp', { params: { id }, body: { answer, ...more } as never })).event;

const dates = (client: Client): Promise<readonly EventView[]> =>
  club.list(client, { groupId: club.groupId, ...may('2030-05-14', '2030-05-29') });

const own = async (client: Client) => (await dates(client)).map(({ mine }) => mine?.answer ?? null);

const going = async (client: Client) => (await dates(client)).map(({ attendance }) => attendance?.going);

const newMember = async (firstName: string): Promise<Client> => {
  const { group } = await club.owner.must('group', { params: { id: club.groupId } });
  const client = await signUp(club.product, { firstName, lastName: 'Tanaka' });
  await joinGroup(client, group.inviteCode ?? '');
  return client;
};

describe('an answer to an event that repeats', () => {
  it('an answer to a series counts for every date, unless one was asked for, and the later of both holds (RSVP-17)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const [first, second] = ['2030-05-14', '2030-05-21'].map((date) => `${seriesId}_${date}`) as [string, string];
    expect(await own(club.owner)).toEqual([null, null, null]);
    expect((await give(club.owner, second, 'going')).attendance?.going).toBe(2);
    expect(await own(club.owner)).toEqual(['going', 'going', 'going']);
    expect(await going(club.member)).toEqual([2, 2, 2]);
    await give(club.owner, second, 'cant', { scope: 'this' });
    expect(await own(club.owner)).toEqual(['going', 'cant', 'going']);
    expect((await dates(club.member))[1]?.attendance).toMatchObject({ going: 1, cant: 1 });
    await give(club.owner, first, 'maybe');
    expect(await own(club.owner)).toEqual(['maybe', 'maybe', 'maybe']);
    await until(async () => (await dates(club.member))[1]?.attendance?.cant === 0);
    expect((await dates(club.member)).map(({ attendance }) => attendance?.maybe)).toEqual([1, 1, 1]);
  });

  it('an answer to a date is shown to its person at once as a later load shows it (RSVP-17, RSVP-21)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    for (const [date, answer, scope] of [
      ['2030-05-14', 'going', 'all'],
      ['2030-05-21', 'cant', 'this'],
    ] as const) {
      const event = await give(club.owner, `${seriesId}_${date}`, answer, { scope });
      const found = (await dates(club.owner)).find(({ _id }) => _id === event._id);
      expect(found).toEqual(event);
      const { event: loaded } = await club.owner.must('event', { params: { id: event._id } });
      expect(loaded).toEqual(event);
    }
  });

  it('an answer to a series is taken back for one date, which it leaves unanswered, or for all (RSVP-05, RSVP-17)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const second = `${seriesId}_2030-05-21`;
    await give(club.owner, seriesId, 'going');
    await club.owner.must('takeRsvpBack', { params: { id: second }, query: { scope: 'this' } });
    expect(await own(club.owner)).toEqual(['going', null, 'going']);
    expect(await going(club.member)).toEqual([2, 1, 2]);
    await give(club.owner, second, 'maybe', { scope: 'this' });
    await club.owner.must('takeRsvpBack', { params: { id: second }, query: {} });
    expect(await own(club.owner)).toEqual([null, null, null]);
    await until(async () => (await dates(club.member))[1]?.attendance?.maybe === 0);
    expect(await going(club.member)).toEqual([1, 1, 1]);
  });

  it('an answer to a series does not count for dates that were over (RSVP-05, RSVP-17)', async () => {
    const start = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10);
    const daily = { repeats: { unit: 'day', every: 3 }, date: start };
    const { seriesId = '' } = await club.plan(club.member, daily);
    const over = await call(club.owner, `${seriesId}_${start}`, 'going');
    expect(over).toMatchObject({ status: 409, error: 'This event is over' });
    await give(club.owner, seriesId, 'going');
    const { event } = await club.owner.must('event', { params: { id: `${seriesId}_${start}` } });
    expect([event.mine?.answer, event.attendance?.going]).toEqual([null, 1]);
    const { event: next } = await club.owner.must('event', { params: { id: seriesId } });
    expect([next.mine?.answer, next.attendance?.going]).toEqual(['going', 2]);
  });

  it('an answer that was given before an event repeated is one to its first date (SERIES-26)', async () => {
    const event = await club.plan(club.member);
    await give(club.owner, event.id, 'maybe');
    await club.member.must('changeEvent', { params: { id: event.id }, body: weekly as never });
    await until(async () => (await own(club.owner))[0] === 'maybe');
    expect(await own(club.owner)).toEqual(['maybe', null, null]);
    expect((await dates(club.member)).map(({ attendance }) => attendance?.maybe)).toEqual([1, 0, 0]);
    expect((await dates(club.owner))[0]?.mine?.ask).toBeNull();
  });

  it('an answer to a series is asked about again on the dates that moved, and counts for what its person saw (RSVP-06, RSVP-15)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const before = await give(club.owner, seriesId, 'going');
    const second = `${seriesId}_2030-05-21`;
    await club.member.must('changeEvent', { params: { id: second }, body: { time: '10:30' } });
    const asked = await dates(club.owner);
    expect(asked.map(({ mine }) => mine?.ask?.startsAt)).toEqual([undefined, '2030-05-21T13:30:00.000Z', undefined]);
    expect(asked.map(({ attendance }) => attendance?.notConfirmed)).toEqual([0, 1, 0]);
    const unseen = await give(club.owner, second, 'maybe', { scope: 'this', revision: before.revision });
    expect(unseen.mine?.ask?.startsAt).toBe('2030-05-21T13:30:00.000Z');
    await give(club.owner, second, 'going', { scope: 'this' });
    expect((await dates(club.owner))[1]?.mine?.ask).toBeNull();
    await club.member.must('changeEvent', { params: { id: seriesId }, body: { location: 'Pond' } });
    expect((await dates(club.owner)).map(({ mine }) => mine?.ask !== null)).toEqual([true, true, true]);
  });

  it('an answer to a date that moved is asked about again once the date is back at the time of its series (RSVP-06, RSVP-15)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const second = `${seriesId}_2030-05-21`;
    const move = (time: string) => club.member.must('changeEvent', { params: { id: second }, body: { time } });
    await move('10:30');
    await give(club.owner, second, 'going', { scope: 'this' });
    await move('9:30');
    const [, asked] = await dates(club.owner);
    expect([asked?.mine?.ask?.startsAt, asked?.attendance?.notConfirmed]).toEqual(['2030-05-21T14:30:00.000Z', 1]);
    expect((await give(club.owner, second, 'going', { scope: 'this' })).mine?.ask).toBeNull();
  });

  it('a list of answers to a series has each date’s own people, in the order of answering (RSVP-03, RSVP-17)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const aiko = await newMember('Aiko');
    await give(aiko, seriesId, 'going');
    await give(club.owner, seriesId, 'going');
    await give(aiko, `${seriesId}_2030-05-21`, 'cant', { scope: 'this' });
    const names = async (date: string, answer: string) => {
      const { rsvps, total } = await club.owner.must('rsvps', {
        params: { id: `${seriesId}_${date}` },
        query: { answer } as never,
      });
      return [total, ...rsvps.map(({ user }) => user.firstName)];
    };
    expect(await names('2030-05-14', 'going')).toEqual([3, 'Tom', 'Aiko', 'Maya']);
    expect(await names('2030-05-21', 'going')).toEqual([2, 'Tom', 'Maya']);
    expect(await names('2030-05-21', 'cant')).toEqual([1, 'Aiko']);
    expect(await names('2030-05-21', 'none')).toEqual([0]);
  });

  it('a date of a series that was answered with can’t conflicts with nothing (RSVP-19)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const at = { time: '9:30', timeZone: 'America/New_York', duration: 60 };
    const conflicts = async (date: string) =>
      (await club.owner.must('checkConflicts', { body: { date, ...at } })).conflicts.map(({ maybe }) => maybe === true);
    await give(club.owner, seriesId, 'maybe');
    await give(club.owner, `${seriesId}_2030-05-21`, 'cant', { scope: 'this' });
    await dates(club.owner);
    expect([await conflicts('2030-05-14'), await conflicts('2030-05-21')]).toEqual([[true], []]);
  });

  it('an answer to a series goes with its person, for all dates and each (RSVP-20)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const aiko = await newMember('Aiko');
    await give(aiko, seriesId, 'going');
    await give(aiko, `${seriesId}_2030-05-21`, 'maybe', { scope: 'this' });
    await aiko.must('leaveGroup', { params: { id: club.groupId } });
    await until(async () => {
      const counts = (await dates(club.owner)).map(({ attendance }) => [attendance?.going, attendance?.maybe]);
      return JSON.stringify(counts) === '[[1,0],[1,0],[1,0]]';
    });
    expect((await dates(club.owner))[0]?.attendance?.faces.map(({ firstName }) => firstName)).toEqual(['Tom']);
  });
});

describe('limited seats of an event that repeats', () => {
  it('limited seats of a series are taken date by date (RSVP-07, RSVP-17)', async () => {
    const { seriesId = '' } = await club.plan(club.member, { ...weekly, seats: 2 });
    const [first, second] = ['2030-05-14', '2030-05-21'].map((date) => `${seriesId}_${date}`) as [string, string];
    const aiko = await newMember('Aiko');
    expect(await call(club.owner, seriesId, 'going')).toMatchObject({ status: 400 });
    await give(club.owner, first, 'going');
    expect(await own(club.owner)).toEqual(['going', null, null]);
    expect((await give(aiko, first, 'going')).mine?.place).toBe(1);
    expect((await give(aiko, second, 'going')).mine?.place).toBeNull();
    await give(club.owner, first, 'cant');
    expect((await dates(aiko)).map(({ mine }) => mine?.place)).toEqual([null, null, null]);
    expect(await going(club.owner)).toEqual([2, 2, 1]);
  });

  it('answers to a date by itself go along when the series moves to another day, and are asked about again (RSVP-15, RSVP-16)', async () => {
    const { seriesId = '' } = await club.plan(club.member, { ...weekly, seats: 2 });
    const second = `${seriesId}_2030-05-21`;
    const aiko = await newMember('Aiko');
    await give(club.owner, second, 'going');
    await give(aiko, second, 'going');
    const body = { date: '2030-05-22', scope: 'following' as const };
    await club.member.must('changeEvent', { params: { id: second }, body });
    await until(async () => (await dates(aiko))[1]?.mine?.place === 1);
    const [first, moved] = await dates(club.owner);
    expect([first?.date, first?.attendance?.going]).toEqual(['2030-05-14', 1]);
    expect([moved?.date, moved?.mine?.answer, moved?.mine?.ask?.startsAt]).toEqual([
      '2030-05-22',
      'going',
      '2030-05-21T13:30:00.000Z',
    ]);
    expect(moved?.attendance).toMatchObject({ going: 2, waiting: 1, notConfirmed: 1 });
  });

  it('seats that are added to a series later keep who answered for all dates, and each date has a line of its own (RSVP-12, RSVP-17)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const aiko = await newMember('Aiko');
    await give(club.owner, seriesId, 'going');
    const body = { seats: 2, guestsEach: 0 };
    await club.member.must('setSeats', { params: { id: seriesId }, body });
    expect((await dates(club.owner)).map(({ attendance }) => attendance?.seats)).toEqual([2, 2, 2]);
    const second = `${seriesId}_2030-05-21`;
    expect((await give(aiko, second, 'going')).mine?.place).toBe(1);
    expect((await give(club.owner, second, 'cant')).attendance).toMatchObject({ going: 2, waiting: 0 });
    expect(await own(club.owner)).toEqual(['going', 'cant', 'going']);
    expect((await give(aiko, `${seriesId}_2030-05-28`, 'going')).mine?.place).toBe(1);
    await club.member.must('setSeats', { params: { id: seriesId }, body: { ...body, seats: 3 } });
    await until(async () => (await dates(aiko))[2]?.mine?.place === null);
    expect(await going(club.member)).toEqual([2, 2, 3]);
  });

  it('a seat that somebody had on every date of a series goes to those in line on each date once they leave (RSVP-10, RSVP-20)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const [aiko, noor] = [await newMember('Aiko'), await newMember('Noor')];
    await give(aiko, seriesId, 'going');
    await club.member.must('setSeats', { params: { id: seriesId }, body: { seats: 2, guestsEach: 0 } });
    for (const date of ['2030-05-14', '2030-05-21'])
      expect((await give(noor, `${seriesId}_${date}`, 'going')).mine?.place).toBe(1);
    await aiko.must('leaveGroup', { params: { id: club.groupId } });
    await until(async () => (await dates(noor)).every(({ mine }) => mine?.place === null));
    expect(await going(noor)).toEqual([2, 2, 1]);
  });
});
