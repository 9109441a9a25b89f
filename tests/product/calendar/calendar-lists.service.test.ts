import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { type Client, createGroup, joinGroup, movableClock, signUp, startProduct } from '../../support/product.ts';
import { may, RowingClub } from './rowing-club.ts';

const club = new RowingClub();

describe('My Schedule', () => {
  it('My Schedule carries the last included change of each of its audiences, like single responses do (CQRS-05)', async () => {
    await club.plan(club.owner);
    const sequenceOf = async (name: 'events' | 'myGroups', query: Record<string, string> = {}): Promise<number> =>
      Number((await club.member.call(name, { query })).headers.get('x-sequence'));
    // The announcement of the event in the chat, still to come, is a separate change.
    await until(async () => {
      const { sequences = {} } = await club.member.must('events', { query: {} });
      const [group, own] = [await sequenceOf('events', { groupId: club.groupId }), await sequenceOf('myGroups')];
      return sequences[groupAudience(club.groupId)] === group && sequences[userAudience(club.member.userId)] === own;
    });
    expect((await club.member.must('events', { query: { groupId: club.groupId } })).sequences).toBeUndefined();
  });
});

describe('lists of events', () => {
  it('the list of events of a group is only for members (API-41)', async () => {
    expect((await club.stranger.call('events', { query: { groupId: club.groupId } })).status).toBe(403);
  });

  it('My Schedule includes all groups and the personal events, which others never see (API-42, EVENT-09, PERM-16)', async () => {
    const [tom, ana] = [await signUp(club.product), await signUp(club.product)];
    const { group, inviteCode } = await createGroup(tom, 'Choir');
    await joinGroup(ana, inviteCode);
    const { group: second } = await createGroup(tom, 'Chess');
    await club.plan(tom, { groupId: group._id, name: 'Rehearsal' });
    await club.plan(tom, { groupId: second._id, name: 'Match', time: '8:00' });
    const own = await club.plan(tom, { groupId: 'my-q', name: 'Dentist', time: '7:00' });
    expect(own).toMatchObject({ groupId: 'my-q', groupName: '', isMyQEvent: true });
    const queries: Record<string, string>[] = [{}, { groupId: 'my-q' }];
    for (const query of queries) {
      const events = await club.list(tom, { ...query, ...may('2030-05-14', '2030-05-14') });
      expect(events.map(({ name, groupName }) => [name, groupName])).toEqual([
        ['Dentist', ''],
        ['Match', 'Chess'],
        ['Rehearsal', 'Choir'],
      ]);
    }
    expect(await club.names(ana, may('2030-05-14', '2030-05-14'))).toEqual(['Rehearsal']);
    expect((await ana.call('changeEvent', { params: { id: own.id }, body: { name: 'x' } })).status).toBe(404);
    expect((await ana.call('deleteEvent', { params: { id: own.id } })).status).toBe(404);
    expect((await tom.call('changeEvent', { params: { id: own.id }, body: { name: 'Doctor' } })).status).toBe(200);
  });

  it('lists of events cover days of the requested zone, including events that only reach into them (OPEN-052, CAL-02)', async () => {
    await club.plan(club.owner, { name: 'Late', date: '2030-05-14', time: '23:30', duration: 30 });
    await club.plan(club.owner, { name: 'Night', date: '2030-05-14', time: '23:30', duration: 60 });
    await club.plan(club.owner, { name: 'Early', date: '2030-05-16', time: '0:00' });
    await club.plan(club.owner, { name: 'Camp', date: '2030-04-01', time: '9:00', duration: 60 * 1440 });
    expect(await club.names(club.owner, { groupId: club.groupId, ...may('2030-05-15', '2030-05-15') })).toEqual([
      'Camp',
      'Night',
    ]);
    expect(
      await club.names(club.owner, {
        groupId: club.groupId,
        startDate: '2030-05-15',
        endDate: '2030-05-15',
        timeZone: 'America/Los_Angeles',
      }),
    ).toEqual(['Camp', 'Early']);
    const query = { groupId: club.groupId, startDate: '2030-05-15T03:30:00Z', endDate: '2030-05-15T04:00:00.000Z' };
    expect((await club.names(club.owner, query)).sort()).toEqual(['Camp', 'Late', 'Night']);
  });

  it('lists of events include a whole day when the clocks change, and nothing of the next', async () => {
    await club.plan(club.owner, { name: 'Last hour', date: '2030-11-03', time: '23:30', duration: 15 });
    await club.plan(club.owner, { name: 'After it', date: '2030-11-04', time: '0:00' });
    expect(await club.names(club.owner, { groupId: club.groupId, ...may('2030-11-03', '2030-11-03') })).toEqual([
      'Last hour',
    ]);
    await club.plan(club.owner, { name: 'After the short day', date: '2030-03-11', time: '0:15' });
    expect(await club.names(club.owner, { groupId: club.groupId, ...may('2030-03-10', '2030-03-10') })).toEqual([]);
  });

  it('lists of events without dates run from yesterday at midnight to one year ahead (CAL-01)', async () => {
    const clock = movableClock();
    clock.moveOn(Date.parse('2030-05-14T12:00:00Z') - Date.now());
    const later = await startProduct({}, clock);
    try {
      const maya = await signUp(later);
      const { group } = await createGroup(maya);
      for (const [name, date, time] of [
        ['too old', '2030-05-12', '22:00'],
        ['yesterday', '2030-05-13', '0:00'],
        ['in a year', '2031-05-14', '23:00'],
        ['too far', '2031-05-15', '0:00'],
      ] as const) {
        await club.plan(maya, { name, date, time, groupId: group._id });
      }
      expect(await club.names(maya, { timeZone: 'America/New_York' })).toEqual(['yesterday', 'in a year']);
    } finally {
      await later.stop();
    }
  });

  it('lists of events are paged on request, with each event once, even if several start together', async () => {
    const { group } = await createGroup(club.owner, 'Busy');
    for (const [name, time] of [
      ['a', '8:00'],
      ['b', '9:00'],
      ['c', '9:00'],
      ['d', '9:00'],
      ['e', '10:00'],
    ] as const)
      await club.plan(club.owner, { groupId: group._id, name, time, duration: name === 'c' ? 300 : 30 });
    const mine = await club.plan(club.owner, { groupId: 'my-q', name: 'own', time: '9:30' });
    const ranges: Record<string, string>[] = [{ groupId: group._id }, {}];
    for (const range of ranges) {
      const query = { ...range, ...may('2030-05-14', '2030-05-14') };
      const whole = await club.names(club.owner, query);
      const paged: string[] = [];
      let next: string | undefined;
      for (let pages = 1; ; pages += 1) {
        const page = await club.owner.must('events', { query: { ...query, limit: '2', ...(next && { after: next }) } });
        paged.push(...page.events.map(({ name }) => name));
        next = page.next;
        if (next === undefined) break;
        expect(page.events).toHaveLength(2);
        expect(pages).toBeLessThan(whole.length);
      }
      expect(paged).toEqual(whole);
    }
    await club.owner.must('deleteEvent', { params: { id: mine.id } });
    for (const bad of [{ limit: '0' }, { limit: '5001' }, { after: 'b' }, { after: '2030-05-14T13:00:00.000Z' }]) {
      expect((await club.owner.call('events', { query: { groupId: club.groupId, ...bad } as never })).status).toBe(400);
    }
  });

  it('lists of events reject invalid dates', async () => {
    for (const startDate of ['soon', '2030-02-31', '20300514']) {
      expect((await club.owner.call('events', { query: { groupId: club.groupId, startDate } })).status).toBe(400);
    }
  });
});

describe('the conflict check', () => {
  const check = async (client: Client, when: Record<string, unknown>) =>
    client.must('checkConflicts', {
      body: { date: '2031-03-05', time: '9:00', duration: 60, timeZone: 'America/New_York', ...when },
    });

  it('the conflict check finds overlaps in every group and among personal events, and shows them (API-39, API-13, EVENT-37)', async () => {
    const tom = await signUp(club.product, { firstName: 'Tom', lastName: 'Lind' });
    const { group, inviteCode } = await createGroup(tom, 'Choir');
    await joinGroup(club.member, inviteCode);
    const rehearsal = await club.plan(club.member, {
      groupId: group._id,
      name: 'Rehearsal',
      date: '2031-03-05',
      time: '9:30',
    });
    await club.plan(tom, { groupId: 'my-q', name: 'Dentist', date: '2031-03-05', time: '8:30' });
    await club.plan(club.member, { groupId: 'my-q', name: "Somebody else's", date: '2031-03-05', time: '9:00' });
    expect(await check(tom, {})).toEqual({
      hasConflicts: true,
      conflicts: [
        expect.objectContaining({ name: 'Dentist', groupId: 'my-q', groupName: '', time: '08:30', duration: 60 }),
        {
          _id: rehearsal._id,
          name: 'Rehearsal',
          groupId: group._id,
          groupName: 'Choir',
          date: '2031-03-05',
          time: '09:30',
          duration: 60,
          startsAt: rehearsal.startsAt,
          endsAt: rehearsal.endsAt,
          createdBy: { firstName: 'Tom', lastName: 'Lind' },
        },
      ],
    });
  });

  it('the conflict check returns the total when it does not list every conflict (EVENT-37)', async () => {
    const tom = await signUp(club.product);
    for (let number = 1; number <= 52; number++)
      await club.plan(tom, { groupId: 'my-q', name: `Shift ${number}`, date: '2031-03-05', time: '9:00' });
    const { conflicts, total } = await check(tom, {});
    expect([conflicts.length, total]).toEqual([50, 52]);
  });

  it('the conflict check ignores back-to-back events, and works across midnight, zones and months (OPEN-050)', async () => {
    const tom = await signUp(club.product);
    await club.plan(tom, { groupId: 'my-q', name: 'Before', date: '2031-03-05', time: '8:00' });
    await club.plan(tom, { groupId: 'my-q', name: 'After', date: '2031-03-05', time: '10:00' });
    expect(await check(tom, {})).toEqual({ hasConflicts: false, conflicts: [] });
    await club.plan(tom, { groupId: 'my-q', name: 'Night', date: '2031-03-05', time: '23:30', duration: 120 });
    const found = await check(tom, { date: '2031-03-06', time: '1:00' });
    expect(found.conflicts.map(({ name }) => name)).toEqual(['Night']);
    const western = await check(tom, {
      date: '2031-03-05',
      time: '22:15',
      duration: 15,
      timeZone: 'America/Los_Angeles',
    });
    expect(western.conflicts.map(({ name }) => name)).toEqual(['Night']);
    await club.plan(tom, {
      groupId: 'my-q',
      name: 'Sabbatical',
      date: '2030-04-01',
      time: '0:00',
      duration: limits.eventDuration,
    });
    expect((await check(tom, {})).conflicts.map(({ name }) => name)).toEqual(['Sabbatical']);
  });
});

describe('address suggestions', () => {
  it('address suggestions are given for three characters or more, to signed-in people (API-38, LIMIT-04)', async () => {
    const few = await club.owner.must('addressAutocomplete', { query: { query: ' Sp ' } });
    expect(few.suggestions).toEqual([]);
    const enough = await club.owner.must('addressAutocomplete', { query: { query: ' Spr ' } });
    expect(enough.suggestions.length).toBeGreaterThan(0);
    const { suggestions } = await club.owner.must('addressAutocomplete', { query: { query: 'Springfield, IL' } });
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.length).toBeLessThanOrEqual(6);
    expect(suggestions[0]).toMatch(/Springfield/);
    const url = `${club.product.origin}/api/events/address-autocomplete?query=Springfield`;
    expect((await fetch(url)).status).toBe(401);
  });
});
