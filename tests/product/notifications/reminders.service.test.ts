import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { type PushService, startPushService } from '@quorum/infra/adapters/push/testing/push-service.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, createGroup, joinGroup, movableClock, type Product, signUp } from '../../support/product.ts';
import { connect } from '../../support/sockets.ts';
import { proxied, startTwoProcesses } from '../../support/two-processes.ts';

const MINUTE = 60_000;
const clock = movableClock();
let service: PushService;
let processes: Awaited<ReturnType<typeof startTwoProcesses>>;
let product: Product;
let [owner, member]: Client[] = [];
let [groupId, inviteCode] = ['', ''];

const FAULTS = [
  'before it is appended',
  'after it is appended',
  'before it is committed',
  'after it is committed',
] as const;

/** When the process ends that handles the next reminder. It is committed to the read models with its frame. */
let fault: (typeof FAULTS)[number] | undefined;

const killedAt = (moment: typeof fault): void => {
  if (fault !== moment) return;
  fault = undefined;
  throw new Error(`killed ${moment}`);
};

const faulty = (events: EventStore): EventStore =>
  proxied(events, {
    append: async (...given: Parameters<EventStore['append']>) => {
      const isMeant = given[1].some(({ type }) => type === 'RemindersSent');
      if (isMeant) killedAt('before it is appended');
      const outcome = await events.append(...given);
      if (isMeant) killedAt('after it is appended');
      return outcome;
    },
  });

const faultyReads = (reads: Engines['reads']): Engines['reads'] =>
  proxied(reads, {
    commit: async (commit: Commit) => {
      const isMeant = commit.changes.some(({ kind }) => kind === 'reminderDue');
      if (isMeant) killedAt('before it is committed');
      const outcome = await reads.commit(commit);
      if (isMeant) killedAt('after it is committed');
      return outcome;
    },
  });

beforeAll(async () => {
  service = await startPushService();
  processes = await startTwoProcesses(
    clock,
    (engines) => ({
      ...engines,
      push: service.sender,
      events: faulty(engines.events),
      reads: faultyReads(engines.reads),
    }),
    { DEFAULT_TIME_ZONE: 'UTC' },
  );
  product = processes.product;
});
afterAll(async () => {
  await processes.stop();
  await service.stop();
});
beforeEach(async () => {
  service.received.length = 0;
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  member = await signUp(product, { firstName: 'Tom', lastName: 'Reed' });
  const made = await createGroup(owner, 'Book club');
  [groupId, inviteCode] = [made.group._id, made.inviteCode];
  await joinGroup(member, inviteCode);
});
afterEach(() => {
  fault = undefined;
  for (const socket of sockets.splice(0)) socket.close();
});

const sockets: Socket[] = [];

type Due = {
  readonly eventId: string;
  readonly minutes: number;
  readonly startsAt: string;
  readonly event?: EventView;
};

/** The reminders that a browser is shown. */
const listen = async (client: Client | undefined): Promise<Due[]> => {
  const socket = await connect(product, client?.token);
  sockets.push(socket);
  const due: Due[] = [];
  socket.on('reminderDue', (reminder: Due) => due.push(reminder));
  return due;
};

/** A whole minute that many minutes ahead. */
const ahead = (minutes: number): { date: string; time: string } => {
  const at = new Date(Math.ceil(clock.now() / MINUTE) * MINUTE + minutes * MINUTE).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
};

const plan = async (minutes: number, more: object = {}, by = owner): Promise<EventView> => {
  const body = {
    name: 'Chapter 4',
    location: 'Library',
    groupId,
    timeZone: 'UTC',
    reminder: 30,
    ...ahead(minutes),
    ...more,
  };
  return (await (by as Client).must('createEvent', { body })).event;
};

const change = (event: EventView, body: object, by = owner) =>
  (by as Client).must('changeEvent', { params: { id: event._id }, body });

/** Milliseconds until a reminder of an event is due. */
const untilDue = ({ startsAt }: EventView, minutes: number): number =>
  Date.parse(startsAt) - minutes * MINUTE - clock.now();

const alarmOf = async (entryId: string): Promise<string | undefined> =>
  (await processes.engines.reads.active.get<{ id: string; dueAt?: string }>('alarms', entryId))?.dueAt;

/** Waits until the alarm of an event is armed, or rung. */
const armed = (event: EventView, minutes: number | undefined) =>
  until(async () => {
    const dueAt = minutes === undefined ? undefined : new Date(Date.parse(event.startsAt) - minutes * MINUTE);
    return (await alarmOf(event.seriesId ?? event._id)) === dueAt?.toISOString();
  });

/** Everything that is due by now has been sent: so has the reminder of an event that is due later than all else. */
const settled = async (client: Client | undefined): Promise<void> => {
  const seen = await listen(client);
  const last = await plan(31, { name: 'Last', groupId: 'my-q' }, client);
  await armed(last, 30);
  clock.moveOn(untilDue(last, 30));
  await until(() => seen.some(({ event }) => event?.name === 'Last'));
};

const without = (due: readonly Due[]): readonly Due[] => due.filter(({ event }) => event?.name !== 'Last');

it('a reminder reaches everyone who is going, maybe or has not answered, once, in the page and outside of it (REMIND-03, REMIND-05, REMIND-06)', async () => {
  const third = await signUp(product);
  await joinGroup(third, inviteCode);
  await member?.must('subscribeToPush', { body: service.subscribe('laptop') });
  const [seen, declined] = [await listen(member), await listen(third)];
  const event = await plan(60);
  expect([event.reminder, event.mine?.reminder]).toEqual([30, undefined]);
  await third.must('giveRsvp', { params: { id: event._id }, body: { answer: 'cant' } });
  await armed(event, 30);
  clock.moveOn(untilDue(event, 30));
  await until(() => seen.length > 0 && service.received.length > 0);
  await settled(member);
  expect(without(seen)).toMatchObject([{ eventId: event._id, minutes: 30, event: { name: 'Chapter 4' } }]);
  expect(declined).toEqual([]);
  expect(
    service.received.map(({ payload }) => payload).filter(({ title }) => String(title).startsWith('Chapter')),
  ).toEqual([
    {
      title: 'Chapter 4 starts in 30 minutes',
      body: 'Library',
      tag: `reminder-${event._id}-${Date.parse(event.startsAt)}-30`,
      path: `/dashboard/group/${groupId}/event/${event._id}`,
    },
  ]);
  const { due } = await (member as Client).must('notifications');
  expect(due.map((each) => [each.event.name, each.minutes])).toContainEqual(['Chapter 4', 30]);
  expect((await third.must('notifications')).due).toEqual([]);
});

it('a member’s own lead time replaces the event’s for them alone, and None silences it (REMIND-02)', async () => {
  const [mine, theirs] = [await listen(owner), await listen(member)];
  const event = await plan(60);
  const own = async (minutes: number | 'none' | null) =>
    (await (member as Client).must('chooseReminder', { params: { id: event._id }, body: { minutes } } as never)).event;
  expect((await own(10)).mine?.reminder).toBe(10);
  await armed(event, 30);
  clock.moveOn(untilDue(event, 30));
  await until(() => mine.length === 1);
  await armed(event, 10);
  expect(theirs).toEqual([]);
  clock.moveOn(untilDue(event, 10));
  await until(() => theirs.length === 1);
  expect([mine.map(({ minutes }) => minutes), theirs.map(({ minutes }) => minutes)]).toEqual([[30], [10]]);
  expect((await own(null)).mine?.reminder).toBeUndefined();
});

it.each(FAULTS)(
  'a reminder whose process is killed %s is shown once, in the page and outside of it (REMIND-06, REMIND-13)',
  async (moment) => {
    await member?.must('subscribeToPush', { body: service.subscribe(`kill-${FAULTS.indexOf(moment)}`) });
    const seen = await listen(member);
    const event = await plan(60);
    await armed(event, 30);
    fault = moment;
    clock.moveOn(untilDue(event, 30));
    await until(() => seen.length > 0);
    expect(fault).toBeUndefined();
    await settled(member);
    expect(without(seen)).toHaveLength(1);
    expect(service.received.filter(({ payload }) => String(payload.title).startsWith('Chapter'))).toHaveLength(1);
  },
);

it('an event that moves before a reminder is due is reminded of at its new time, and one that moves after it once more, until it starts (REMIND-07)', async () => {
  const seen = await listen(member);
  const event = await plan(90);
  await armed(event, 30);
  clock.moveOn(untilDue(event, 30) - 1000);
  const { event: later } = await change(event, ahead(60));
  await armed(later, 30);
  clock.moveOn(untilDue(later, 30));
  await until(() => seen[0]?.startsAt === later.startsAt);
  const { event: again } = await change(event, ahead(50));
  await armed(again, 30);
  clock.moveOn(untilDue(again, 30));
  await until(() => seen[1]?.startsAt === again.startsAt);
  // A page that loads now.
  const shown = async () => (await (member as Client).must('notifications')).due.map((each) => each.event.startsAt);
  expect(await shown()).toEqual([again.startsAt]);
  clock.moveOn(untilDue(again, 0));
  expect(await shown()).toEqual([]);
});

it('a move past a lead time reminds ten seconds later, and an undo in between is silent (REMIND-07)', async () => {
  const seen = await listen(member);
  const event = await plan(600);
  await armed(event, 30);
  await change(event, ahead(20));
  await change(event, { date: event.date, time: event.time });
  clock.moveOn(11_000);
  await settled(member);
  expect(without(seen)).toEqual([]);
  const { event: earlier } = await change(event, ahead(20));
  clock.moveOn(11_000);
  await until(() => without(seen).length === 1);
  expect(without(seen)[0]).toMatchObject({ minutes: 30, startsAt: earlier.startsAt });
});

it('a deleted event reminds nobody, and a restored one does again (REMIND-07)', async () => {
  const seen = await listen(member);
  const event = await plan(60);
  await armed(event, 30);
  await owner?.must('deleteEvent', { params: { id: event._id } });
  await armed(event, undefined);
  clock.moveOn(untilDue(event, 30) + MINUTE);
  await owner?.must('restoreEvent', { params: { id: event._id } });
  clock.moveOn(11_000);
  await until(() => without(seen).length === 1);
});

it('a lead time that is over when an event is made reminds nobody, and neither does a start that has passed', async () => {
  const seen = await listen(member);
  const event = await plan(20);
  const late = await plan(60, { name: 'Late' });
  await armed(late, 30);
  clock.moveOn(Date.parse(late.startsAt) - clock.now());
  await armed(late, undefined);
  await settled(member);
  expect(without(seen)).toEqual([]);
  expect((await (member as Client).must('notifications')).due.map((each) => each.event._id)).not.toContain(event._id);
});

it('a member who left is not reminded, and one who joined a minute ago is (REMIND-03, REMIND-10)', async () => {
  const third = await signUp(product);
  const [left, joined] = [await listen(member), await listen(third)];
  const event = await plan(60);
  await armed(event, 30);
  await member?.must('leaveGroup', { params: { id: groupId } });
  await joinGroup(third, inviteCode);
  clock.moveOn(untilDue(event, 30));
  await until(() => joined.length === 1);
  expect(left).toEqual([]);
});

it('each date of a repeating event is reminded of by itself (REMIND-06, SERIES-24)', async () => {
  const seen = await listen(member);
  const event = await plan(60, { repeats: { unit: 'day', every: 1 } });
  await armed(event, 30);
  clock.moveOn(untilDue(event, 30));
  await until(() => seen.length === 1);
  clock.moveOn(86_400_000);
  await until(() => seen.length === 2);
  const [first, next] = seen;
  expect(first?.eventId).toBe(event._id);
  expect(Date.parse(next?.startsAt ?? '') - Date.parse(first?.startsAt ?? '')).toBe(86_400_000);
  expect(next?.event).toMatchObject({ seriesId: event.seriesId, name: 'Chapter 4' });
  await owner?.must('deleteEvent', { params: { id: event.seriesId ?? '' } });
});

it('a reminder of a personal event is its person’s alone, and their default is shown to them (REMIND-02)', async () => {
  const [mine, theirs] = [await listen(owner), await listen(member)];
  const event = await plan(60, { groupId: 'my-q', name: 'Dentist' });
  const body = { minutes: 15 } as const;
  const { event: chosen } = await (owner as Client).must('chooseReminder', { params: { id: event._id }, body });
  expect(chosen.reminder).toBe(15);
  expect((await member?.call('chooseReminder', { params: { id: event._id }, body }))?.status).toBe(404);
  await armed(event, 15);
  clock.moveOn(untilDue(event, 15));
  await until(() => mine.length === 1);
  expect(theirs).toEqual([]);
  await owner?.must('chooseReminderDefault', { body: { minutes: 'none' } });
  const { user } = await (owner as Client).must('me');
  expect(user.reminderDefault).toBe('none');
  const named = await (owner as Client).must('updateName', { body: { firstName: 'Maya', lastName: 'O' } });
  expect(named.user.reminderDefault).toBe('none');
});

it('the other process rings on after the one that rang has died (REMIND-08, NOTE-29)', async () => {
  const seen = await listen(member);
  const event = await plan(60);
  await armed(event, 30);
  const { leases, lost } = processes;
  const leader = leases.get('alerts') ?? '';
  lost.add(`alerts ${leader}`);
  leases.delete('alerts');
  clock.moveOn(untilDue(event, 30));
  await until(() => seen.length === 1);
  expect(leases.get('alerts')).not.toBe(leader);
  lost.clear();
  await settled(member);
  expect(without(seen)).toHaveLength(1);
});
