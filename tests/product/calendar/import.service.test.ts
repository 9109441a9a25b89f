import { randomUUID } from 'node:crypto';
import type { ImportedEventInput } from '@quorum/contracts/import/wire.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Imported events after which the log is out of reach. */
let appendsLeft = Number.POSITIVE_INFINITY;

const failing = (engines: Engines): Engines => ({
  ...engines,
  events: new Proxy(engines.events, {
    get: (events, name) => {
      const value: unknown = Reflect.get(events, name);
      if (name !== 'append') return typeof value === 'function' ? value.bind(events) : value;
      return (...given: Parameters<typeof events.append>) => {
        const isImport = given[1].some(({ type }) => type === 'EntryImported');
        if (isImport && appendsLeft <= 0) return Promise.reject(new LogUnavailableError('It went away.'));
        if (isImport) appendsLeft -= 1;
        return events.append(...given);
      };
    },
  }),
});

const product = sharedProduct({}, undefined, failing);

const soon = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const event = (index: number, given: Partial<ImportedEventInput> = {}): ImportedEventInput => ({
  uid: `${index}@example.com`,
  name: `Rehearsal ${index}`,
  date: soon(3 + (index % 90)),
  time: '19:00',
  timeZone: 'UTC',
  ...given,
});

const events = (many: number, given: Partial<ImportedEventInput> = {}) =>
  Array.from({ length: many }, (_, index) => event(index, given));

let [owner, member, groupId]: [Client, Client, string] = [undefined, undefined, ''] as never;
beforeEach(async () => {
  appendsLeft = Number.POSITIVE_INFINITY;
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  member = await signUp(product);
  const { group, inviteCode } = await createGroup(owner);
  groupId = group._id;
  await joinGroup(member, inviteCode);
});

const send = (client: Client, all: readonly ImportedEventInput[], key: string = randomUUID(), calendar = groupId) =>
  client.call('importEvents', { body: { groupId: calendar, events: all }, headers: { 'idempotency-key': key } });
const listed = async (client: Client) =>
  (await client.must('events', { query: { groupId, startDate: soon(0), endDate: soon(400) } })).events
    .map(({ name }) => name)
    .sort();
const chat = () => member.must('messages', { params: { groupId } });

describe('an import of events', () => {
  it('an import of events into a group is one notice and one item of Activity, and no message (ICS-16)', async () => {
    const before = (await chat()).messages.length;
    const all = [
      ...events(11),
      event(11, {
        repeats: { unit: 'week' },
        excluded: [soon(21)],
        changed: [{ occurrence: soon(28), name: 'Concert' }],
      }),
    ];
    expect((await send(owner, all)).body).toEqual({ imported: 12 });
    expect(await listed(member)).toEqual(
      expect.arrayContaining(['Rehearsal 0', 'Rehearsal 10', 'Rehearsal 11', 'Concert']),
    );
    const { messages, notices } = await chat();
    expect(messages).toHaveLength(before);
    expect(notices.filter(({ kind }) => kind !== 'joined')).toMatchObject([
      { kind: 'imported', count: 12, person: { _id: owner.userId } },
    ]);
    const { items } = await member.must('activity');
    expect(items).toMatchObject([{ kind: 'imported', count: 12, groupId }]);
  });

  it('an event that its person imported into the calendar before is skipped, until it is deleted (ICS-14)', async () => {
    await send(owner, events(3));
    const check = async (client: Client, all: readonly ImportedEventInput[]) =>
      (await client.must('checkImport', { body: { groupId, events: all } })).outcomes.map(({ outcome }) => outcome);
    expect(await check(owner, events(4))).toEqual(['here', 'here', 'here', 'new']);
    expect((await send(owner, events(4))).body).toEqual({ imported: 1 });
    // Somebody else’s import is new.
    expect(await check(member, events(1))).toEqual(['new']);
    const { events: all } = await owner.must('events', { query: { groupId, startDate: soon(0), endDate: soon(400) } });
    const first = all.find(({ name }) => name === 'Rehearsal 0');
    await owner.must('deleteEvent', { params: { id: first?._id ?? '' } });
    expect(await check(owner, events(4))).toEqual(['new', 'here', 'here', 'here']);
  });

  it('one’s own export is here already (ICS-15)', async () => {
    const { event: made } = await owner.must('createEvent', {
      body: { groupId, name: 'Tea', date: soon(3), time: '9:00' },
    });
    const uid = `${made._id}@quorum`;
    const check = async (client: Client) =>
      (await client.must('checkImport', { body: { groupId, events: [event(0, { uid })] } })).outcomes[0];
    expect((await check(owner))?.outcome).toBe('here');
    expect((await check(member))?.outcome).toBe('new');
  });

  it('a dry run says what clashes and what is refused, and changes nothing (ICS-12, ICS-13)', async () => {
    await owner.must('createEvent', {
      body: { groupId, name: 'Dentist', date: soon(4), time: '19:30', timeZone: 'UTC' },
    });
    const declined = await member.must('createEvent', {
      body: { groupId, name: 'Gym', date: soon(4), time: '19:30', timeZone: 'UTC' },
    });
    await owner.must('giveRsvp', { params: { id: declined.event._id }, body: { answer: 'cant' } });
    const all = [
      event(1),
      event(2, { repeats: { unit: 'day' }, date: soon(1) }),
      event(3, { date: soon(5) }),
      event(4, { repeats: { unit: 'day' }, duration: 3000 }),
    ];
    const { outcomes } = await owner.must('checkImport', { body: { groupId, events: all } });
    expect(outcomes).toEqual([
      { outcome: 'new', clashes: ['Dentist'] },
      { outcome: 'new', clashes: ['Dentist'] },
      { outcome: 'new', clashes: [] },
      { outcome: 'refused', reason: 'An event that repeats must end before it starts again', clashes: [] },
    ]);
    expect(await listed(owner)).toEqual(['Dentist', 'Gym']);
  });

  it('a limit that an import would pass refuses all of it before it begins (ICS-13)', async () => {
    const tooMany = await send(owner, events(501));
    expect([tooMany.status, await listed(owner)]).toEqual([409, []]);
    expect((await send(owner, [])).status).toBe(400);
    const most = await send(owner, events(1001));
    expect([most.status, most.error]).toEqual([400, 'Please import at most 1,000 events at once']);
    // Events of the past count towards no calendar’s coming ones.
    const person = await signUp(product);
    const past = (from: number) =>
      events(1000, { date: '2020-05-14' }).map((each, index) => ({ ...each, uid: `${from + index}` }));
    for (const from of [0, 1000])
      expect((await send(person, past(from), randomUUID(), 'my-q')).body).toEqual({ imported: 1000 });
    // The day's imports are counted in the read models, which a query of one's own writes waits for.
    await person.must('events', { query: { startDate: '2020-05-14', endDate: '2020-05-14' } });
    const today = await send(person, [event(0, { date: '2020-05-14', uid: 'one more' })], randomUUID(), 'my-q');
    expect([today.status, today.error]).toEqual([
      429,
      'You can import up to 2,000 events a day. Please try again later.',
    ]);
    // They are not among the events made in a day.
    await person.must('createEvent', { body: { name: 'Tea', date: soon(3), time: '9:00' } });
  });

  it('imports at once do not pass a limit together (ICS-13)', async () => {
    const some = (file: number) =>
      events(90, { repeats: { unit: 'year' } }).map((each, index) => ({ ...each, uid: `${file} ${index}` }));
    const answers = await Promise.all([1, 2, 3].map((file) => send(owner, some(file))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  });

  it('a changed date keeps the name of its event if nothing is left of its own (ICS-15)', async () => {
    const changed = [{ occurrence: soon(10), name: '\u200b', time: '20:00' }];
    const one = event(0, { date: soon(3), repeats: { unit: 'week' }, changed });
    expect((await send(owner, [one])).body).toEqual({ imported: 1 });
    expect(new Set(await listed(owner))).toEqual(new Set(['Rehearsal 0']));
  });

  it('an import that was interrupted goes on where it stopped when it is repeated, with one notice (ICS-13)', async () => {
    const key = randomUUID();
    appendsLeft = 4;
    expect((await send(owner, events(12), key)).status).toBe(503);
    appendsLeft = Number.POSITIVE_INFINITY;
    expect((await send(owner, events(12), key)).body).toEqual({ imported: 12 });
    expect((await send(owner, events(12), key)).body).toEqual({ imported: 12 });
    expect(await listed(owner)).toHaveLength(12);
    expect((await chat()).notices.filter(({ kind }) => kind === 'imported')).toMatchObject([{ count: 12 }]);
  });
});
