import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { defaultGroupSettings, type InGroup, type OnEvent } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { type Entry, type EntryCommand, type EntryFacts, entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import type { DecideContext } from '../handling/context.ts';
import { done } from '../handling/respond.ts';
import { commandsOn } from '../handling/row.ts';
import { answerEntry } from './answer.ts';

type Facts = OnEvent & InGroup & Partial<EntryFacts>;

const DAY = 86_400_000;

/** Counted in the read models, so a burst may exceed a limit by the events that have not reached them yet. */
const countEntries = async (
  { reads, clock }: DecideContext,
  entry: { readonly groupId: string; readonly creatorId: string },
): Promise<EntryFacts> => {
  const now = clock.now();
  const since = (field: string, from: number) => ({ field, from: new Date(from).toISOString() });
  const [ownerKey, creatorId] = [ownerKeyOf(entry), entry.creatorId];
  const [createdLately, coming, comingOfCreator] = await Promise.all([
    reads.active.count(
      'entries',
      { where: { creatorId }, range: since('createdAt', now - DAY) },
      limits.newEventsPerDay,
    ),
    reads.active.count('entries', { where: { ownerKey }, range: since('startsAt', now) }, limits.comingEvents),
    reads.active.count(
      'entries',
      { where: { ownerKey, creatorId }, range: since('startsAt', now) },
      limits.comingEventsOfPerson,
    ),
  ]);
  return { createdLately, coming, comingOfCreator };
};

const withoutName = refuse('request/invalid', { text: 'Event name is required' });

/** Details for storage. Only the description has several lines. */
const cleaned = <D extends object>(details: D): D =>
  Object.fromEntries(
    Object.entries(details).map(([field, given]) => {
      if (typeof given !== 'string') return [field, given];
      return [field, field === 'description' ? cleanText(given) : cleanLine(given)];
    }),
  ) as D;

const schedule = (body: BodyOf<'createEvent'>, defaultTimeZone: string) => {
  const { groupId, groupName, date, time, duration, timeZone = defaultTimeZone, seats, guestsEach, ...details } = body;
  return {
    groupId,
    details: cleaned(details),
    times: { date, time, duration, timeZone },
    seats: { seats, guestsEach },
  };
};

const isLimited = ({ seats, guestsEach }: BodyOf<'setSeats'>): boolean => seats !== null || guestsEach > 0;

const defined = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

const change = (body: BodyOf<'changeEvent'>): EntryCommand | Refusal => {
  const { date, time, duration, timeZone, ...given } = body;
  const details = defined(cleaned(given));
  if (details.name === '') return withoutName;
  return { type: 'ChangeEntry', details, times: defined({ date, time, duration, timeZone }) };
};

/** What a person is to an event: of a group, or of their own. A group that is gone has no members. */
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

const factsIn =
  (context: DecideContext) =>
  async (entry: Entry, command: EntryCommand, actorId: string): Promise<Facts | Refusal> => {
    const isNew = command.type === 'ScheduleEntry';
    if (!isNew && entry.status !== 'scheduled') return refuse('event/not-found');
    const { groupId, creatorId } = isNew ? command.entry : entry;
    const counted = isNew ? await countEntries(context, command.entry) : {};
    return { ...(await standingAtEvent(context, { groupId, creatorId }, actorId)), ...counted };
  };

/** The entry that a path names. No single event has dates. */
export const entryInPath = ({ params }: { readonly params: Readonly<Record<string, string>> }): string | Refusal => {
  const named = parseEventId(params.id ?? '');
  if (named === undefined) return refuse('event/not-found');
  return named.occurrence === null ? named.entryId : refuse('series/date-gone');
};

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
      id: entryInPath,
      command: ({ body }) => change(body),
      answer: (accepted, { actor }) => answerEntry(context, accepted, actor.userId),
    }),
    setSeats: onEntry({
      id: entryInPath,
      command: ({ body }) => ({ type: 'SetSeats', seats: body }),
      answer: (accepted, { actor }) => answerEntry(context, accepted, actor.userId),
    }),
    deleteEvent: onEntry({ id: entryInPath, command: () => ({ type: 'CancelEntry' }), answer: done }),
  } satisfies Partial<Handlers<'command'>>;
};
