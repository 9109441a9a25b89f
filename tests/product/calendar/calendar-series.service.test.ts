import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { describe, expect, it } from 'vitest';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub();
const weekly = { repeats: { unit: 'week', on: ['TU'] } };

/** Dates and names in a range of days. */
const listed = async (from = '2030-05-01', to = '2030-06-12') =>
  (await club.list(club.owner, { groupId: club.groupId, ...may(from, to) })).map(({ occurrence, date, name }) =>
    [occurrence, date, name].join(' '),
  );

describe('an event that repeats', () => {
  it('an event that repeats is listed on each date, at the same time on the clock over a change of the clocks (SERIES-05, SERIES-10)', async () => {
    const event = await club.plan(club.member, { ...weekly, date: '2030-10-22', time: '19:00' });
    expect(event).toMatchObject({ occurrence: '2030-10-22', repeats: { unit: 'week', every: 1, on: ['TU'] } });
    expect(event._id).toBe(`${event.seriesId}_2030-10-22`);
    const events = await club.list(club.member, { groupId: club.groupId, ...may('2030-10-20', '2030-11-12') });
    expect(events[0]).toEqual(event);
    expect(events.map(({ startsAt }) => startsAt)).toEqual([
      '2030-10-22T23:00:00.000Z',
      '2030-10-29T23:00:00.000Z',
      '2030-11-06T00:00:00.000Z',
      '2030-11-13T00:00:00.000Z',
    ]);
  });

  it('an event that repeats is paged with the others in one order, and listed once for clients that know its dates (SERIES-10)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    await club.plan(club.member, { name: 'Picnic', date: '2030-05-22' });
    const query = { groupId: club.groupId, ...may('2030-05-01', '2030-06-12') };
    const pages = [];
    let after: string | undefined;
    do {
      const page = await club.owner.must('events', { query: { ...query, limit: '2', ...(after && { after }) } });
      pages.push(page.events.map(({ date }) => date));
      after = page.next;
    } while (after !== undefined);
    expect(pages).toEqual([
      ['2030-05-14', '2030-05-21'],
      ['2030-05-22', '2030-05-28'],
      ['2030-06-04', '2030-06-11'],
    ]);
    const compact = await club.owner.must('events', { query: { ...query, series: 'compact' } });
    expect(compact.events.map(({ name }) => name)).toEqual(['Picnic']);
    expect(compact.series).toMatchObject([{ _id: seriesId, parts: [{ date: '2030-05-14' }], leftOut: [] }]);
  });

  it('an event that repeats is found by the address of a date, and by its own as its next date (SERIES-07, LINK-01)', async () => {
    const { _id: id, seriesId = '' } = await club.plan(club.member, weekly);
    const found = async (of: string) => (await club.owner.must('event', { params: { id: of } })).event.occurrence;
    expect([await found(id), await found(seriesId)]).toEqual(['2030-05-14', '2030-05-14']);
    expect(await found(`${seriesId}_2030-06-04`)).toBe('2030-06-04');
    const gone = await club.owner.call('event', { params: { id: `${seriesId}_2030-06-05` } });
    expect(gone).toMatchObject({ status: 404, body: { error: 'This date is not part of the event any more' } });
  });

  it('an event that repeats is edited on one date, from one on, or on all (SERIES-16, SERIES-17, SERIES-18)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const change = (id: string, body: object) => club.member.must('changeEvent', { params: { id }, body });
    await change(`${seriesId}_2030-05-21`, { name: 'Race', date: '2030-05-22' });
    const { event } = await change(`${seriesId}_2030-06-04`, { scope: 'following', name: 'Sprint' });
    expect(event).toMatchObject({ occurrence: '2030-06-04', name: 'Sprint' });
    expect(await listed()).toEqual([
      '2030-05-14 2030-05-14 Regatta',
      '2030-05-21 2030-05-22 Race',
      '2030-05-28 2030-05-28 Regatta',
      '2030-06-04 2030-06-04 Sprint',
      '2030-06-11 2030-06-11 Sprint',
    ]);
    await change(seriesId, { time: '8:00' });
    expect(await listed()).toEqual([
      '2030-05-14 2030-05-14 Regatta',
      '2030-05-21 2030-05-21 Race',
      '2030-05-28 2030-05-28 Regatta',
      '2030-06-04 2030-06-04 Sprint',
      '2030-06-11 2030-06-11 Sprint',
    ]);
  });

  it('an event that repeats loses one date, those from one on, or all; a deleted date stays deleted (SERIES-19, SERIES-20)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const remove = (id: string, query = {}) => club.member.must('deleteEvent', { params: { id }, query });
    const { series } = await remove(`${seriesId}_2030-05-21`);
    expect(series?.leftOut).toEqual(['2030-05-21']);
    await club.member.must('changeEvent', { params: { id: seriesId }, body: { name: 'Race' } });
    await remove(`${seriesId}_2030-06-04`, { scope: 'following' });
    expect(await listed()).toEqual(['2030-05-14 2030-05-14 Race', '2030-05-28 2030-05-28 Race']);
    const again = await club.member.call('deleteEvent', { params: { id: `${seriesId}_2030-05-21` } });
    expect([again.status, again.body]).toMatchObject([404, { error: 'This date is not part of the event any more' }]);
    await remove(seriesId);
    expect(await listed()).toEqual([]);
  });

  it('an event that repeats may begin as a single event, with its card in the chat (SERIES-25, SERIES-26)', async () => {
    const single = await club.plan(club.member);
    const { event } = await club.member.must('changeEvent', { params: { id: single._id }, body: weekly });
    expect(event).toMatchObject({ seriesId: single._id, occurrence: '2030-05-14', name: 'Regatta' });
    expect(await listed('2030-05-14', '2030-05-21')).toHaveLength(2);
    const announced = decodeEventMessage((await club.message(single._id))?.content ?? '')?.event;
    expect(announced).toMatchObject({ _id: single._id, repeats: { unit: 'week' }, dates: { leftOut: [] } });
  });

  it('an event that repeats notes in the chat that a rule, a date or all of it changed, and nothing about texts (SERIES-25)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    const change = (id: string, body: object) => club.member.must('changeEvent', { params: { id }, body });
    const remove = (id: string, query = {}) => club.member.must('deleteEvent', { params: { id }, query });
    await change(seriesId, { name: 'Race' });
    await change(`${seriesId}_2030-05-21`, { date: '2030-05-22' });
    await change(`${seriesId}_2030-06-04`, { scope: 'following', date: '2030-06-05' });
    await remove(`${seriesId}_2030-06-12`);
    await remove(`${seriesId}_2030-06-19`, { scope: 'following' });
    await remove(seriesId);
    const { notices } = await club.owner.must('messages', {
      params: { groupId: club.groupId },
      headers: { 'x-min-position': club.member.position },
    });
    const told = notices
      .filter(({ event }) => event)
      .map(({ kind, event }) => [kind, event?.name, event?.series?.since]);
    expect(told).toEqual([
      ['moved', 'Race', undefined],
      ['series-moved', 'Race', '2030-06-05'],
      ['cancelled', 'Race', undefined],
      ['series-ended', 'Race', '2030-06-19'],
      ['cancelled', 'Race', '2030-06-05'],
    ]);
  });

  it('an event that repeats conflicts on its dates with what is planned (SERIES-23, SERIES-24)', async () => {
    await club.plan(club.member, weekly);
    const at = { date: '2030-06-04', time: '10:00', timeZone: 'America/New_York' };
    const { conflicts } = await club.owner.must('checkConflicts', { body: at });
    expect(conflicts).toMatchObject([{ name: 'Regatta', date: '2030-06-04' }]);
    expect(await club.owner.must('checkConflicts', { body: { ...at, date: '2030-06-05' } })).toMatchObject({
      hasConflicts: false,
    });
  });

  it('an event that repeats is compared on its first 53 dates with single events and with others that repeat, but not with itself (SERIES-23)', async () => {
    const { seriesId = '' } = await club.plan(club.member, weekly);
    await club.plan(club.member, { name: 'Lunch', date: '2030-06-07' });
    const at = { date: '2030-05-31', time: '9:00', timeZone: 'America/New_York' };
    const daily = { ...at, repeats: { unit: 'day', every: 1 } as const };
    const { occurrences, hasConflicts } = await club.owner.must('checkConflicts', { body: daily });
    expect(hasConflicts).toBe(true);
    expect(occurrences).toMatchObject({ total: 8, checked: 53 });
    expect(occurrences?.dates.slice(0, 3).map(({ date, conflict }) => [date, conflict.name])).toEqual([
      ['2030-06-04', 'Regatta'],
      ['2030-06-07', 'Lunch'],
      ['2030-06-11', 'Regatta'],
    ]);
    const moved = { ...daily, date: '2030-06-08', except: `${seriesId}_2030-06-11` };
    expect(await club.owner.must('checkConflicts', { body: moved })).toMatchObject({ hasConflicts: false });
    const dinner = await club.plan(club.owner, { name: 'Dinner', date: '2030-06-12' });
    const itself = { date: '2030-06-12', time: '9:30', timeZone: 'America/New_York' };
    expect((await club.owner.must('checkConflicts', { body: itself })).hasConflicts).toBe(true);
    const without = { ...itself, except: dinner._id };
    expect((await club.owner.must('checkConflicts', { body: without })).hasConflicts).toBe(false);
  });

  it('an event that repeats without an end answers for the year 8999 and for 7,000 years like any other (SERIES-30)', async () => {
    await club.plan(club.member, { repeats: { unit: 'day' } });
    expect(await listed('8998-12-30', '8998-12-31')).toHaveLength(2);
    const all = await club.owner.must('events', {
      query: { groupId: club.groupId, startDate: '2030-05-14', endDate: '8998-12-31' },
    });
    expect(all.events).toHaveLength(1000);
    expect(all.next).toBeDefined();
    expect(await listed('1901-01-01', '8998-12-31')).toEqual([]);
  });
});
