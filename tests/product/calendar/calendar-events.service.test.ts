import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import type { EventView, MessageView } from '@quorum/contracts/wire/views.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Client,
  createGroup,
  joinGroup,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';
import { until } from '../../support/waiting.ts';

let product: Product;
let owner: Client;
let member: Client;
let stranger: Client;
let groupId = '';

beforeAll(async () => {
  product = await startProduct({ DEFAULT_TIME_ZONE: 'America/Chicago' });
  member = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
  stranger = await signUp(product);
});
afterAll(() => product.stop());
beforeEach(async () => {
  // Anew for every test: nobody may create more than twenty groups a day.
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  const { group, inviteCode } = await createGroup(owner, 'Rowing club');
  groupId = group._id;
  await joinGroup(member, inviteCode);
});

const plan = async (client: Client, event: Record<string, unknown> = {}): Promise<EventView> =>
  (
    await client.must('createEvent', {
      body: { name: 'Regatta', date: '2030-05-14', time: '9:30', timeZone: 'America/New_York', groupId, ...event },
    })
  ).event;
/** What a person sees who has heard of everything that anybody did. */
const list = async (client: Client, query: Record<string, string>): Promise<readonly EventView[]> => {
  const known = [owner, member, stranger];
  const positions = (known.includes(client) ? known : [client]).map((person) => person.position);
  const position = positions.sort().at(-1) ?? '';
  return (await client.must('events', { query, headers: { 'x-min-position': position } })).events;
};
const names = async (client: Client, query: Record<string, string>): Promise<string[]> =>
  (await list(client, query)).map((event) => event.name);
const may = (from: string, to: string) => ({ startDate: from, endDate: to, timeZone: 'America/New_York' });
const card = async (client: Client, id: string): Promise<MessageView | undefined> =>
  (await client.must('messages', { params: { groupId } })).messages.find((message) => message._id === id);

describe('My Schedule', () => {
  it('carries for each of its audiences the last change it includes, like single responses do (CQRS-05)', async () => {
    await plan(owner);
    const sequenceOf = async (name: 'events' | 'myGroups', query: Record<string, string> = {}): Promise<number> =>
      Number((await member.call(name, { query })).headers.get('x-sequence'));
    // The event is still to be announced in the chat, which is a change of its own.
    await until(async () => {
      const { sequences = {} } = await member.must('events', { query: {} });
      const [group, own] = [await sequenceOf('events', { groupId }), await sequenceOf('myGroups')];
      return sequences[groupAudience(groupId)] === group && sequences[userAudience(member.userId)] === own;
    });
    expect((await member.must('events', { query: { groupId } })).sequences).toBeUndefined();
  });
});

describe('an event', () => {
  it('contains what was given, the group as the server knows it, and its creator (API-12, API-40, EVENT-24, LIMIT-06)', async () => {
    const event = await plan(member, { description: 'All boats', location: 'Lake', groupName: 'Another name' });
    expect(event).toMatchObject({
      name: 'Regatta',
      description: 'All boats',
      location: 'Lake',
      date: '2030-05-14',
      time: '09:30',
      timeZone: 'America/New_York',
      duration: 60,
      startsAt: '2030-05-14T13:30:00.000Z',
      endsAt: '2030-05-14T14:30:00.000Z',
      groupId,
      groupName: 'Rowing club',
      isMyQEvent: false,
      createdBy: member.userId,
      creator: { _id: member.userId, firstName: 'Tom', lastName: 'Lind' },
      revision: 0,
    });
    expect(event._id).toBe(event.id);
    expect(await list(owner, { groupId, ...may('2030-05-14', '2030-05-14') })).toEqual([event]);
  });

  it.each([
    [
      'across midnight',
      { date: '2030-05-14', time: '23:30', duration: 90 },
      '2030-05-15T03:30:00.000Z',
      '2030-05-15T05:00:00.000Z',
    ],
    [
      'over the lost hour',
      { date: '2030-03-10', time: '1:30', duration: 60 },
      '2030-03-10T06:30:00.000Z',
      '2030-03-10T07:30:00.000Z',
    ],
    [
      'in the lost hour',
      { date: '2030-03-10', time: '02:30', duration: 30 },
      '2030-03-10T07:30:00.000Z',
      '2030-03-10T08:00:00.000Z',
    ],
    [
      'over the repeated hour',
      { date: '2030-11-03', time: '0:30', duration: 120 },
      '2030-11-03T04:30:00.000Z',
      '2030-11-03T06:30:00.000Z',
    ],
    [
      'in another zone',
      { date: '2030-05-14', time: '9:05', timeZone: 'America/Los_Angeles' },
      '2030-05-14T16:05:00.000Z',
      '2030-05-14T17:05:00.000Z',
    ],
    [
      'in no zone but the configured one',
      { timeZone: undefined },
      '2030-05-14T14:30:00.000Z',
      '2030-05-14T15:30:00.000Z',
    ],
  ])('%s has the right instants (OPEN-052)', async (_, given, startsAt, endsAt) => {
    expect(await plan(owner, given)).toMatchObject({ startsAt, endsAt });
  });

  it.each([
    [{ name: '  ' }, 'Event name is required'],
    [{ name: '\u200b' }, 'Event name is required'],
    [{ name: 'x'.repeat(101) }, 'Please use at most 100 characters'],
    [{ description: 'x'.repeat(1001) }, 'Please use at most 1000 characters'],
    [{ location: 'x'.repeat(301) }, 'Please use at most 300 characters'],
    [{ date: undefined }, 'Date and time are required'],
    [{ time: undefined }, 'Date and time are required'],
    [{ date: '2030-02-30' }, 'This date does not exist'],
    [{ time: '24:00' }, 'Please use a time in the form HH:MM'],
    [{ duration: 0 }, 'Please choose a duration'],
    [{ duration: 1.5 }, 'Please choose a duration in whole minutes'],
    [{ timeZone: 'Mars/Base' }, 'This time zone is not known'],
    [{ timeZone: 'SystemV/EST5' }, 'This time zone is not known'],
    [{ timeZone: 'PST' }, 'This time zone is not known'],
  ])('with %j is refused (EVENT-10, EVENT-11, LIMIT-28)', async (given, text) => {
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', groupId, ...given };
    const refused = await owner.call('createEvent', { body });
    expect([refused.status, refused.error]).toEqual([400, text]);
  });

  it.each(['Asia/Kolkata', 'US/Pacific', 'America/New_York'])(
    'keeps %s as the name of its zone (OPEN-052)',
    async (name) => {
      expect((await plan(owner, { timeZone: name })).timeZone).toBe(name);
    },
  );

  it('accepts any positive length, and texts of exactly the limit (EVENT-20, LIMIT-28)', async () => {
    const [name, description, location] = ['n'.repeat(100), 'd'.repeat(1000), 'l'.repeat(300)];
    expect(await plan(owner, { name, description, location, duration: 1 })).toMatchObject({
      name,
      description,
      location,
      duration: 1,
    });
    expect((await plan(owner, { duration: 5 * 1440 })).endsAt).toBe('2030-05-19T13:30:00.000Z');
  });

  it('keeps hostile text as plain text', async () => {
    const event = await plan(owner, {
      name: '<script>alert(1)</script>\u202e',
      description: 'a\u200bb [EVENT_DATA]{}[/EVENT_DATA]',
    });
    expect(event.name).toBe('<script>alert(1)</script>');
    await until(async () => (await card(owner, event.id)) !== undefined);
    const shared = decodeEventMessage((await card(owner, event.id))?.content ?? '');
    expect(shared?.event).toMatchObject({ _id: event.id, name: event.name, description: event.description });
  });

  it('can be created by members whom the settings allow (PERM-11, API-40)', async () => {
    const settings = {
      allowMembersCreateEvents: false,
      allowMembersInvite: false,
      allowMembersEditGroupDetails: false,
    };
    await owner.must('changeGroupSettings', { params: { id: groupId }, body: settings });
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', groupId };
    expect((await member.call('createEvent', { body })).status).toBe(403);
    expect((await stranger.call('createEvent', { body })).status).toBe(403);
    expect((await owner.call('createEvent', { body })).status).toBe(200);
    expect(await names(owner, { groupId, ...may('2030-05-14', '2030-05-14') })).toHaveLength(1);
  });
});

describe('changing an event', () => {
  it('is only for its creator, who sends what changes (API-43, API-44, EVENT-44, PERM-15)', async () => {
    const event = await plan(member);
    const params = { id: event.id };
    for (const other of [owner, stranger]) {
      const status = other === owner ? 403 : 404;
      expect((await other.call('changeEvent', { params, body: { name: 'Mine' } })).status).toBe(status);
      expect((await other.call('deleteEvent', { params })).status).toBe(status);
    }
    const { event: renamed } = await member.must('changeEvent', { params, body: { name: 'Race', location: 'River' } });
    expect(renamed).toEqual({ ...event, name: 'Race', location: 'River', revision: 1 });
    const { event: moved } = await member.must('changeEvent', {
      params,
      body: { date: '2030-05-15', time: '7:05', duration: 45 },
    });
    expect(moved).toEqual({
      ...renamed,
      date: '2030-05-15',
      time: '07:05',
      duration: 45,
      startsAt: '2030-05-15T11:05:00.000Z',
      endsAt: '2030-05-15T11:50:00.000Z',
      revision: 2,
    });
    expect(await list(owner, { groupId, ...may('2030-05-15', '2030-05-15') })).toEqual([moved]);
    expect((await member.call('changeEvent', { params, body: {} })).status).toBe(400);
    expect((await member.call('changeEvent', { params, body: { name: ' ' } })).error).toBe('Event name is required');
  });

  it('concurrently in two browsers is decided one after another (CQRS-03)', async () => {
    const event = await plan(member);
    const params = { id: event.id };
    const answers = await Promise.all([
      member.must('changeEvent', { params, body: { name: 'Race' } }),
      member.must('changeEvent', { params, body: { location: 'River' } }),
      member.must('changeEvent', { params, body: { time: '10:00' } }),
    ]);
    expect(answers.map((answer) => answer.event.revision).sort()).toEqual([1, 2, 3]);
    const [now] = await list(member, { groupId, ...may('2030-05-14', '2030-05-14') });
    expect(now).toMatchObject({ name: 'Race', location: 'River', time: '10:00', revision: 3 });
  });

  it('and deleting it concurrently leaves it deleted', async () => {
    const event = await plan(member);
    const params = { id: event.id };
    const [deleted, changed] = await Promise.all([
      member.call('deleteEvent', { params }),
      member.call('changeEvent', { params, body: { name: 'Race' } }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(changed.status);
    expect(await names(member, { groupId, ...may('2030-05-14', '2030-05-14') })).toEqual([]);
    expect((await member.call('changeEvent', { params, body: { name: 'Race' } })).status).toBe(404);
  });

  it("is not needed to show its group's new name at once (EVENT-08)", async () => {
    await plan(owner);
    await owner.must('changeGroupDetails', {
      params: { id: groupId },
      body: { name: 'Sailing club', description: 'x' },
    });
    const [event] = await list(owner, { groupId, ...may('2030-05-14', '2030-05-14') });
    expect(event?.groupName).toBe('Sailing club');
  });
});

describe('the card of an event in the chat', () => {
  const shown = async (id: string): Promise<MessageView> => {
    await until(async () => (await card(owner, id)) !== undefined);
    return (await card(owner, id)) as MessageView;
  };

  it('is posted with it, contains its data, and follows its changes (EVENT-45, CHAT-24, CHAT-25)', async () => {
    const event = await plan(member);
    const message = await shown(event.id);
    expect(message).toMatchObject({ type: 'text', isEvent: true, isDeleted: false, senderId: { _id: member.userId } });
    expect(message.content.split('\n', 1)).toEqual(['Created event: Regatta']);
    expect(decodeEventMessage(message.content)?.event).toEqual(event);
    const { event: renamed } = await member.must('changeEvent', { params: { id: event.id }, body: { name: 'Race' } });
    // Another person's write: the reader has to know of it to be sure to see it.
    owner.position = member.position;
    expect(decodeEventMessage((await shown(event.id)).content)).toEqual({ name: 'Race', event: renamed });
  });

  it('is deleted with it, then accepts no actions, and says that it was an event (API-45, CHAT-08, CHAT-23)', async () => {
    const event = await plan(member);
    await shown(event.id);
    const params = { id: event.id };
    await owner.must('addReaction', { params, body: { emoji: '🎉' } });
    await member.must('deleteEvent', { params });
    owner.position = member.position;
    expect(await shown(event.id)).toMatchObject({
      isDeleted: true,
      isEvent: true,
      content: '[This message was deleted]',
      reactions: [],
    });
    expect((await owner.call('addReaction', { params, body: { emoji: '🎉' } })).status).toBe(409);
    expect((await owner.call('sendMessage', { body: { groupId, content: 'See you', replyTo: event.id } })).status).toBe(
      409,
    );
    expect((await owner.call('report', { body: { messageId: event.id, reason: 'spam' } })).status).toBe(409);
  });

  it('can be deleted alone while the event stays (CHAT-08)', async () => {
    const event = await plan(member);
    await shown(event.id);
    await owner.must('deleteMessage', { params: { id: event.id } });
    expect(await shown(event.id)).toMatchObject({ isDeleted: true, isEvent: true });
    expect(await names(owner, { groupId, ...may('2030-05-14', '2030-05-14') })).toEqual(['Regatta']);
    await member.must('changeEvent', { params: { id: event.id }, body: { name: 'Race' } });
    owner.position = member.position;
    expect(await shown(event.id)).toMatchObject({ isDeleted: true });
  });

  it('is not posted for a personal event', async () => {
    const event = await plan(member, { groupId: 'my-q' });
    const after = await plan(member);
    await shown(after.id);
    expect(await card(owner, event.id)).toBeUndefined();
  });

  it('shows the event in a reply to it (CHAT-16)', async () => {
    const event = await plan(member);
    await shown(event.id);
    const { message } = await owner.must('sendMessage', { body: { groupId, content: 'I am in', replyTo: event.id } });
    expect(message.replyTo?.isEvent).toBe(true);
    expect(decodeEventMessage(message.replyTo?.content ?? '')?.event).toMatchObject({
      name: 'Regatta',
      date: '2030-05-14',
      time: '09:30',
      duration: 60,
    });
    expect((await card(owner, message._id))?.replyTo).toEqual(message.replyTo);
  });
});

describe('lists of events', () => {
  it('of a group are only for members (API-41)', async () => {
    expect((await stranger.call('events', { query: { groupId } })).status).toBe(403);
  });

  it('in My Schedule include all groups and the personal ones, which others never see (API-42, EVENT-09, PERM-16)', async () => {
    const [tom, ana] = [await signUp(product), await signUp(product)];
    const { group, inviteCode } = await createGroup(tom, 'Choir');
    await joinGroup(ana, inviteCode);
    const { group: second } = await createGroup(tom, 'Chess');
    await plan(tom, { groupId: group._id, name: 'Rehearsal' });
    await plan(tom, { groupId: second._id, name: 'Match', time: '8:00' });
    const own = await plan(tom, { groupId: 'my-q', name: 'Dentist', time: '7:00' });
    expect(own).toMatchObject({ groupId: 'my-q', groupName: '', isMyQEvent: true });
    const queries: Record<string, string>[] = [{}, { groupId: 'my-q' }];
    for (const query of queries) {
      const events = await list(tom, { ...query, ...may('2030-05-14', '2030-05-14') });
      expect(events.map(({ name, groupName }) => [name, groupName])).toEqual([
        ['Dentist', ''],
        ['Match', 'Chess'],
        ['Rehearsal', 'Choir'],
      ]);
    }
    expect(await names(ana, may('2030-05-14', '2030-05-14'))).toEqual(['Rehearsal']);
    expect((await ana.call('changeEvent', { params: { id: own.id }, body: { name: 'x' } })).status).toBe(404);
    expect((await ana.call('deleteEvent', { params: { id: own.id } })).status).toBe(404);
    expect((await tom.call('changeEvent', { params: { id: own.id }, body: { name: 'Doctor' } })).status).toBe(200);
  });

  it('cover days of the requested zone, including events that only reach into them (OPEN-052, CAL-02)', async () => {
    await plan(owner, { name: 'Late', date: '2030-05-14', time: '23:30', duration: 30 });
    await plan(owner, { name: 'Night', date: '2030-05-14', time: '23:30', duration: 60 });
    await plan(owner, { name: 'Early', date: '2030-05-16', time: '0:00' });
    await plan(owner, { name: 'Camp', date: '2030-04-01', time: '9:00', duration: 60 * 1440 });
    expect(await names(owner, { groupId, ...may('2030-05-15', '2030-05-15') })).toEqual(['Camp', 'Night']);
    expect(
      await names(owner, { groupId, startDate: '2030-05-15', endDate: '2030-05-15', timeZone: 'America/Los_Angeles' }),
    ).toEqual(['Camp', 'Early']);
    const query = { groupId, startDate: '2030-05-15T03:30:00Z', endDate: '2030-05-15T04:00:00.000Z' };
    expect((await names(owner, query)).sort()).toEqual(['Camp', 'Late', 'Night']);
  });

  it('include all of a day that loses or gains an hour, and nothing of the next', async () => {
    await plan(owner, { name: 'Last hour', date: '2030-11-03', time: '23:30', duration: 15 });
    await plan(owner, { name: 'After it', date: '2030-11-04', time: '0:00' });
    expect(await names(owner, { groupId, ...may('2030-11-03', '2030-11-03') })).toEqual(['Last hour']);
    await plan(owner, { name: 'After the short day', date: '2030-03-11', time: '0:15' });
    expect(await names(owner, { groupId, ...may('2030-03-10', '2030-03-10') })).toEqual([]);
  });

  it('without dates run from yesterday at midnight to one year ahead (CAL-01)', async () => {
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
        await plan(maya, { name, date, time, groupId: group._id });
      }
      expect(await names(maya, { timeZone: 'America/New_York' })).toEqual(['yesterday', 'in a year']);
    } finally {
      await later.stop();
    }
  });

  it('are paged on request, each event once, even those that start together', async () => {
    const { group } = await createGroup(owner, 'Busy');
    for (const [name, time] of [
      ['a', '8:00'],
      ['b', '9:00'],
      ['c', '9:00'],
      ['d', '9:00'],
      ['e', '10:00'],
    ] as const)
      await plan(owner, { groupId: group._id, name, time, duration: name === 'c' ? 300 : 30 });
    const mine = await plan(owner, { groupId: 'my-q', name: 'own', time: '9:30' });
    const ranges: Record<string, string>[] = [{ groupId: group._id }, {}];
    for (const range of ranges) {
      const query = { ...range, ...may('2030-05-14', '2030-05-14') };
      const whole = await names(owner, query);
      const paged: string[] = [];
      let next: string | undefined;
      for (let pages = 1; ; pages += 1) {
        const page = await owner.must('events', { query: { ...query, limit: '2', ...(next && { after: next }) } });
        paged.push(...page.events.map(({ name }) => name));
        next = page.next;
        if (next === undefined) break;
        expect(page.events).toHaveLength(2);
        expect(pages).toBeLessThan(whole.length);
      }
      expect(paged).toEqual(whole);
    }
    await owner.must('deleteEvent', { params: { id: mine.id } });
    for (const bad of [{ limit: '0' }, { limit: '5001' }, { after: 'b' }, { after: '2030-05-14T13:00:00.000Z' }]) {
      expect((await owner.call('events', { query: { groupId, ...bad } as never })).status).toBe(400);
    }
  });

  it('reject invalid dates', async () => {
    for (const startDate of ['soon', '2030-02-31', '20300514']) {
      expect((await owner.call('events', { query: { groupId, startDate } })).status).toBe(400);
    }
  });
});

describe('the conflict check', () => {
  const check = async (client: Client, when: Record<string, unknown>) =>
    client.must('checkConflicts', {
      body: { date: '2031-03-05', time: '9:00', duration: 60, timeZone: 'America/New_York', ...when },
    });

  it('finds overlaps in every group and among personal events, and shows them (API-39, API-13, EVENT-37)', async () => {
    const tom = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
    const { group, inviteCode } = await createGroup(tom, 'Choir');
    await joinGroup(member, inviteCode);
    const rehearsal = await plan(member, { groupId: group._id, name: 'Rehearsal', date: '2031-03-05', time: '9:30' });
    await plan(tom, { groupId: 'my-q', name: 'Dentist', date: '2031-03-05', time: '8:30' });
    await plan(member, { groupId: 'my-q', name: "Somebody else's", date: '2031-03-05', time: '9:00' });
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

  it('returns the total if it does not list all (EVENT-37)', async () => {
    const tom = await signUp(product);
    for (let number = 1; number <= 52; number++)
      await plan(tom, { groupId: 'my-q', name: `Shift ${number}`, date: '2031-03-05', time: '9:00' });
    const { conflicts, total } = await check(tom, {});
    expect([conflicts.length, total]).toEqual([50, 52]);
  });

  it('ignores back-to-back events, and works across midnight, zones and months (OPEN-050)', async () => {
    const tom = await signUp(product);
    await plan(tom, { groupId: 'my-q', name: 'Before', date: '2031-03-05', time: '8:00' });
    await plan(tom, { groupId: 'my-q', name: 'After', date: '2031-03-05', time: '10:00' });
    expect(await check(tom, {})).toEqual({ hasConflicts: false, conflicts: [] });
    await plan(tom, { groupId: 'my-q', name: 'Night', date: '2031-03-05', time: '23:30', duration: 120 });
    const found = await check(tom, { date: '2031-03-06', time: '1:00' });
    expect(found.conflicts.map(({ name }) => name)).toEqual(['Night']);
    const western = await check(tom, {
      date: '2031-03-05',
      time: '22:15',
      duration: 15,
      timeZone: 'America/Los_Angeles',
    });
    expect(western.conflicts.map(({ name }) => name)).toEqual(['Night']);
    await plan(tom, {
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
  it('are given for three characters or more, to signed-in people (API-38, LIMIT-04)', async () => {
    const few = await owner.must('addressAutocomplete', { query: { query: ' Sp ' } });
    expect(few.suggestions).toEqual([]);
    const { suggestions } = await owner.must('addressAutocomplete', { query: { query: 'Springfield, IL' } });
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.length).toBeLessThanOrEqual(6);
    expect(suggestions[0]).toMatch(/Springfield/);
    const url = `${product.origin}/api/events/address-autocomplete?query=Springfield`;
    expect((await fetch(url)).status).toBe(401);
  });
});
