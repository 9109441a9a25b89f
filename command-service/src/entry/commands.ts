import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { defaultGroupSettings, type InGroup, type OnEvent } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { type EntryCommand, type EntryFacts, entryDecider } from '@quorum/domain/entry/decider.ts';
import { deletionOf } from '@quorum/domain/entry/deletions.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import { done } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';
import { answerEntry, seriesOf } from './answer.ts';
import { entryAt } from './entry-at.ts';

type Facts = OnEvent & InGroup & Partial<EntryFacts> & { readonly deletedBy?: string | undefined };

/** Counted in the read models, so a burst may exceed a limit by the events that have not reached them yet. */
export const countEntries = async (
  { reads, clock }: DecideContext,
  entry: { readonly groupId: string; readonly creatorId: string },
): Promise<Partial<EntryFacts>> => {
  const now = new Date(clock.now()).toISOString();
  const [ownerKey, creatorId] = [ownerKeyOf(entry), entry.creatorId];
  const { active } = reads;
  const max = limits.comingEvents * limits.restoredTimes;
  const running = [{ field: 'endsAt', op: '>', value: now }] as const;
  // A series counts as one event.
  const [coming, runningSeries, own, ownSeries, seriesOfCreator] = await Promise.all([
    active.count('entries', { where: { ownerKey }, range: { field: 'startsAt', from: now } }, max),
    active.count('series', { where: { ownerKey }, range: { field: 'endsAt', from: now } }, max),
    active.count('entries', { where: { ownerKey, creatorId }, range: { field: 'startsAt', from: now } }, max),
    active.count('series', { where: { ownerKey, creatorId }, range: { field: 'endsAt', from: now } }, max),
    active.count('series', { where: { creatorId }, filter: running }, limits.seriesOfPerson * limits.restoredTimes),
  ]);
  return { coming: coming + runningSeries, comingOfCreator: own + ownSeries, runningSeries, seriesOfCreator };
};

export const withoutName = refuse('request/invalid', { text: 'Event name is required' });

/** Details for storage. Only the description has several lines. */
export const cleaned = <D extends object>(details: D): D =>
  Object.fromEntries(
    Object.entries(details).map(([field, given]) => {
      if (typeof given !== 'string') return [field, given];
      return [field, field === 'description' ? cleanText(given) : cleanLine(given)];
    }),
  ) as D;

const schedule = (body: BodyOf<'createEvent'>, defaultTimeZone: string) => {
  const { groupId, groupName, date, time, duration, timeZone = defaultTimeZone, ...planned } = body;
  const { repeats, seats, guestsEach, reminder, ...details } = planned;
  const times = { date, time, duration, timeZone };
  return { groupId, details: cleaned(details), times, repeats, seats: { seats, guestsEach }, reminder };
};

const isLimited = ({ seats, guestsEach }: BodyOf<'setSeats'>): boolean => seats !== null || guestsEach > 0;

export const defined = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

const change = (body: BodyOf<'changeEvent'>, occurrence: CalendarDate | undefined): EntryCommand | Refusal => {
  const { date, time, duration, timeZone, repeats, reminder, scope, ...given } = body;
  const details = defined(cleaned(given));
  if (details.name === '') return withoutName;
  const times = defined({ date, time, duration, timeZone });
  return { type: 'ChangeEntry', details, times, repeats, reminder, scope, occurrence };
};

/** A person's role for an event of a group, or of their own. A deleted group has no members. */
export const standingAtEvent = async (
  { aggregates }: DecideContext,
  { groupId, creatorId }: Pick<Entry, 'groupId' | 'creatorId'>,
  actorId: string,
): Promise<OnEvent & InGroup> => {
  if (groupId === MY_SCHEDULE)
    return { actorId, creatorId, personal: true, role: undefined, settings: defaultGroupSettings };
  const group = await aggregates.load(groupDecider, groupStream(groupId));
  return { ...standing(group, actorId), creatorId, personal: false };
};
const isAhead = ({ startsAt }: Pick<Entry, 'startsAt'>, now: number): boolean => Date.parse(startsAt) > now;

/** Whether the calendar has one more event ahead after it, or one more that repeats. */
const isCounted = (entry: Entry, command: EntryCommand, now: number): boolean => {
  switch (command.type) {
    case 'ScheduleEntry':
      return true;
    case 'RestoreEntry':
      return command.occurrence === undefined && (entry.series !== null || isAhead(entry, now));
    case 'ChangeEntry':
      if (entry.series !== null) return false;
      return Boolean(command.repeats) || (!isAhead(entry, now) && isAhead(spanOf({ ...entry, ...command.times }), now));
    default:
      return false;
  }
};

/** A deleted event can only be restored, or deleted for good. */
const isThere = ({ status }: Entry, { type }: EntryCommand): boolean =>
  status === 'scheduled' || (status !== 'none' && (type === 'RestoreEntry' || type === 'PurgeEntry'));

/** Facts that one kind of command alone needs. */
const factsFor = async (context: DecideContext, entry: Entry, command: EntryCommand): Promise<Partial<EntryFacts>> => {
  if (command.type === 'RevertEntry')
    return { version: await entryAt(context, entry.id, command.revision, command.undo) };
  const counted = isCounted(entry, command, context.clock.now())
    ? await countEntries(context, command.type === 'ScheduleEntry' ? command.entry : entry)
    : {};
  if (command.type !== 'RestoreEntry') return counted;
  // Moderation removes the message that announced the entry, also after the entry was deleted.
  const { removed: isRemoved } = await context.aggregates.load(messageDecider, messageStream(entry.id));
  return { ...counted, isRemoved };
};

const factsIn =
  (context: DecideContext) =>
  async (entry: Entry, command: EntryCommand, actorId: string): Promise<Facts | Refusal> => {
    const isNew = command.type === 'ScheduleEntry';
    if (!isNew && !isThere(entry, command)) return refuse('event/not-found');
    const { groupId, creatorId } = isNew ? command.entry : entry;
    const now = context.clock.now();
    const own = await factsFor(context, entry, command);
    const deletedBy = deletionOf(entry.deletions, 'occurrence' in command ? command.occurrence : undefined)?.by;
    return { ...(await standingAtEvent(context, { groupId, creatorId }, actorId)), now, deletedBy, ...own };
  };

type InPath = { readonly params: Readonly<Record<string, string>> };

/** The entry that a path names, also by one of its dates. */
export const entryOrDateInPath = ({ params }: InPath): string | Refusal =>
  parseEventId(params.id ?? '')?.entryId ?? refuse('event/not-found');

const dateInPath = ({ params }: InPath): CalendarDate | undefined =>
  parseEventId(params.id ?? '')?.occurrence ?? undefined;

/** The entry that a path names, without a date. */
const entryInPath = (call: InPath): string | Refusal =>
  dateInPath(call) === undefined ? entryOrDateInPath(call) : refuse('series/date-gone');

/** A date that was moved with those that follow has another name. */
export const datesNamed = (call: InPath, movedTo?: CalendarDate): readonly CalendarDate[] =>
  [dateInPath(call), movedTo].filter((date) => date !== undefined);

/** Commands on calendar entries. This is where an entry becomes the product's "event". */
export const entryCommands = (context: DecideContext) => {
  const { aggregates, defaultTimeZone } = context;
  const onEntry = commandsOn(aggregates, {
    decider: entryDecider,
    stream: entryStream,
    missing: 'event/not-found',
    facts: factsIn(context),
  });
  return {
    createEvent: onEntry({
      // A repeat of the command gets the same id.
      id: ({ commandId }) => deterministicUuid(`entry ${commandId}`),
      command: ({ body, actor }, entryId) => {
        const { groupId, ...planned } = schedule(body, defaultTimeZone);
        if (planned.details.name === '') return withoutName;
        if (groupId === MY_SCHEDULE && isLimited(planned.seats)) return refuse('rsvp/personal');
        return { type: 'ScheduleEntry', entry: { entryId, groupId, creatorId: actor.userId }, ...planned };
      },
      answer: (accepted, { actor }) => answerEntry(context, accepted, actor.userId),
      expectNew: true,
    }),
    changeEvent: onEntry({
      id: entryOrDateInPath,
      command: (call) => change(call.body, dateInPath(call)),
      answer: (accepted, call) => answerEntry(context, accepted, call.actor.userId, datesNamed(call, call.body.date)),
    }),
    deleteEvent: onEntry({
      id: entryOrDateInPath,
      command: (call) => ({ type: 'CancelEntry', occurrence: dateInPath(call), scope: call.query.scope }),
      answer: async ({ state }) => ({ ...done(), ...(await seriesOf(context, state)) }),
    }),
    restoreEvent: onEntry({
      id: entryOrDateInPath,
      command: (call) => ({ type: 'RestoreEntry', occurrence: dateInPath(call) }),
      answer: (accepted, call) => answerEntry(context, accepted, call.actor.userId, datesNamed(call)),
    }),
    purgeEvent: onEntry({
      id: entryInPath,
      command: () => ({ type: 'PurgeEntry' }),
      answer: () => done(),
    }),
    revertEvent: onEntry({
      id: entryOrDateInPath,
      command: (call) => ({ type: 'RevertEntry', ...call.body, occurrence: dateInPath(call) }),
      answer: (accepted, call) => answerEntry(context, accepted, call.actor.userId, datesNamed(call)),
    }),
    setSeats: onEntry({
      id: entryOrDateInPath,
      command: (call) => ({ type: 'SetSeats', seats: call.body, occurrence: dateInPath(call) }),
      answer: (accepted, call) => answerEntry(context, accepted, call.actor.userId, datesNamed(call)),
    }),
  } satisfies Partial<Handlers<'command'>>;
};
