import { setImmediate } from 'node:timers/promises';
import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { type EventTexts, textsOf } from '@quorum/contracts/entry/texts.ts';
import type { EventChangeView, EventHistoryView, VersionView } from '@quorum/contracts/entry/undo.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { ruleOf, type WallTimes } from '@quorum/contracts/time/series.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { deletionOf } from '@quorum/domain/entry/deletions.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { EntrySeries } from '@quorum/domain/entry/series.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { personView } from '@quorum/service-kit/reads/account.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { type Context, loadPeople } from '../reading/context.ts';

const PAGE_SIZE = 50;

/** Changes folded before other work gets its turn: those of a series with many exceptions take half a millisecond each. */
const AT_ONCE = 50;

/** The effect of one command, with the entry before and after. */
type Change = {
  readonly events: readonly [StoredEvent, ...StoredEvent[]];
  readonly before: Entry;
  readonly after: Entry;
};

const isPart = (change: Change | undefined, { metadata }: StoredEvent): change is Change =>
  change?.events[0].metadata.commandId === metadata.commandId;

const changesIn = async (events: readonly StoredEvent[]): Promise<readonly Change[]> => {
  const changes: Change[] = [];
  for (const [index, event] of events.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const last = changes.at(-1);
    const before = last?.after ?? entryDecider.initial;
    const after = entryDecider.evolve(before, event);
    if (isPart(last, event)) changes[changes.length - 1] = { ...last, events: [...last.events, event], after };
    else changes.push({ events: [event], before, after });
  }
  return changes;
};

const versionOf = (
  { seats, guestsEach, reminder }: Entry,
  texts: EventTexts<string | null>,
  times: WallTimes,
  repeats: VersionView['repeats'],
): VersionView => {
  const { date, time, timeZone, duration } = times;
  const { startsAt } = spanOf(times);
  return { ...textsOf(texts), date, time, timeZone, duration, startsAt, repeats, seats, guestsEach, reminder };
};

const onDate = (entry: Entry, series: EntrySeries, date: string): VersionView | null => {
  const found = occurrenceOn({ ...series, leftOut: [] }, date);
  if (found === undefined) return null;
  return versionOf(entry, { ...found.part, ...found.exception }, found.times, ruleOf(series, found.part) ?? null);
};

/** The part that has the first date from a date on, or the last one of a series that has ended. */
const fromDate = (entry: Entry, series: EntrySeries, from: string): VersionView | null => {
  const { parts } = series;
  const part = parts.find(({ lastDate }) => lastDate === null || lastDate >= from) ?? parts.at(-1);
  if (part === undefined) return null;
  const { startsAt } = spanOf(part.date >= from ? part : { ...part, date: from });
  return { ...versionOf(entry, part, part, ruleOf(series, part) ?? null), startsAt };
};

/** Which dates of a series a change is about: one, or those from one on. */
type About = Pick<EventChangeView, 'occurrence' | 'from'>;

const aboutOf = ({ events }: Change): About => {
  const dates = events.flatMap(({ data }) => ('occurrence' in data && data.occurrence ? [data.occurrence] : []));
  const from = events.flatMap(({ type, data }) => (type === 'SeriesSet' || type === 'SeriesEnded' ? [data.from] : []));
  if (from.length === 0 && dates.length === 1) return { occurrence: dates[0] };
  const first = [...from, ...dates].sort()[0];
  return first === undefined ? {} : { from: first };
};

const versionIn = (entry: Entry, { occurrence, from }: About, isThere: boolean): VersionView | null => {
  const { series } = entry;
  if (!isThere || entry.status === 'none') return null;
  if (series === null) return versionOf(entry, entry, entry, null);
  return occurrence === undefined
    ? fromDate(entry, series, from ?? series.parts[0]?.date ?? '')
    : onDate(entry, series, occurrence);
};

const kinds: { readonly [T in StoredEvent['type']]?: EventChangeView['what'] } = {
  EntryScheduled: 'created',
  EntryImported: 'created',
  EntryCancelled: 'deleted',
  EntryRestored: 'restored',
  EntryPurged: 'purged',
  OccurrenceCancelled: 'deleted',
  OccurrenceRestored: 'restored',
  SeriesEnded: 'ended',
};

const viewOf = (change: Change): Omit<EventChangeView, 'by'> => {
  const { events, before, after } = change;
  const what = events.map(({ type }) => kinds[type]).find((kind) => kind !== undefined) ?? 'changed';
  const about = aboutOf(change);
  return {
    revision: after.revision,
    at: events[0].recordedAt,
    what,
    ...about,
    was: versionIn(before, about, what !== 'restored' && what !== 'purged'),
    now: versionIn(after, about, what !== 'deleted' && what !== 'purged'),
  };
};

const actorOf = ({ events }: Change): string => events[0].metadata.actor;

const isPerson = (actor: string): boolean => !actor.includes(':');

const pageOf = async (
  context: Context,
  all: readonly Change[],
  before = Number.POSITIVE_INFINITY,
): Promise<EventHistoryView> => {
  const page = all
    .filter(({ after }) => after.revision < before)
    .slice(-PAGE_SIZE)
    .reverse();
  const people = await loadPeople(context, page.map(actorOf).filter(isPerson));
  const changes = page.map((change) => {
    const actor = actorOf(change);
    return { ...viewOf(change), by: isPerson(actor) ? personView(actor, people.get(actor)) : null };
  });
  const last = changes.at(-1);
  const isLast = last === undefined || all[0]?.after.revision === last.revision;
  return isLast ? { changes } : { changes, next: last.revision };
};

const changesOf = async ({ history }: Context, eventId: string): Promise<readonly Change[]> => {
  const named = parseEventId(eventId);
  return named === undefined ? [] : changesIn(await history.read(entryStream(named.entryId)));
};

const deleterOf = ({ status, deletions }: Entry): string | undefined =>
  status === 'scheduled' ? undefined : (deletionOf(deletions, undefined)?.by ?? '');

/** The changes of an event, from its stream. Nothing is stored for it. */
export const eventHistory =
  (context: Context): Handlers<'query'>['eventHistory'] =>
  async ({ params, query, actor: { userId: actorId } }, permission) => {
    const all = await changesOf(context, params.id ?? '');
    const entry = all.at(-1)?.after;
    if (entry === undefined) return refuse('event/not-found');
    const { groupId, creatorId } = entry;
    const standing = await context.reads.active.get('memberships', membershipId(groupId, actorId));
    const facts = { actorId, creatorId, personal: groupId === MY_SCHEDULE, role: standing?.role };
    const refusal = permission({ ...facts, deletedBy: deleterOf(entry) });
    return refusal ?? { body: await pageOf(context, all, query.after) };
  };
