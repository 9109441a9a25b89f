import { setImmediate } from 'node:timers/promises';
import type { ImportedEvent, ImportOutcomeView } from '@quorum/contracts/import/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { LONGEST_EXPANSION_MS, type Window } from '@quorum/contracts/time/series.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import { importedBefore } from '@quorum/service-kit/reads/imported.ts';
import { inGroup } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { type Compared, firstDates, isPlanned } from './conflicts.ts';
import { overlapping, ownerKeysOf } from './events.ts';
import { datesIn, seriesIn } from './series.ts';

/** Events of the caller that are compared, the first ahead. */
const MAX_COMPARED = 5_000;

/** Imported events that are compared before others have their turn. */
const AT_ONCE = 50;

const timesOf = (event: ImportedEvent, defaultTimeZone: string) => {
  const { date, time, duration, timeZone = defaultTimeZone } = event;
  return { date, time, duration, timeZone };
};

/** Why the product does not take an event. Undefined if it does. */
const reasonOf = (event: ImportedEvent, defaultTimeZone: string): string | undefined => {
  const { uid, repeats, excluded, changed, name, description, location } = event;
  const decision = entryDecider.decide(
    {
      type: 'ImportEntry',
      entry: { entryId: '', groupId: MY_SCHEDULE, creatorId: '' },
      details: { name, description, location },
      times: timesOf(event, defaultTimeZone),
      repeats,
      excluded,
      changed,
      imported: { importId: '', count: null, uid },
    },
    entryDecider.initial,
    {},
  );
  return isRefusal(decision) ? textOf(decision) : undefined;
};

/** When an event takes place from now on: its first dates, if it repeats. */
const aheadOf = (event: ImportedEvent, defaultTimeZone: string, now: number): readonly Window[] => {
  const times = timesOf(event, defaultTimeZone);
  if (event.repeats !== undefined) {
    const isOut = ({ date }: Compared) => event.excluded.includes(date);
    return firstDates(times, event.repeats, now).filter((date) => !isOut(date));
  }
  const { startsAt, endsAt } = spanOf(times);
  const span = { from: Date.parse(startsAt), to: Date.parse(endsAt) };
  return span.to > now ? [span] : [];
};

type Busy = Window & { readonly name: string };

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The caller's events, by day. */
class Plans {
  readonly #byDay = new Map<number, Busy[]>();

  constructor(all: readonly Busy[]) {
    for (const busy of all)
      for (let day = dayOf(busy.from); day <= dayOf(busy.to); day += 1)
        this.#byDay.set(day, [...(this.#byDay.get(day) ?? []), busy]);
  }

  /** Names of what overlaps a time. */
  *over({ from, to }: Window): Generator<string> {
    for (let day = dayOf(from); day <= dayOf(to); day += 1)
      for (const busy of this.#byDay.get(day) ?? []) if (busy.from < to && busy.to > from) yield busy.name;
  }
}

/** The caller's events in a window, without declined ones. */
const plansIn = async (context: Context, userId: string, window: Window): Promise<Plans> => {
  const keys = await ownerKeysOf(context, userId);
  const span = { ...window, limit: MAX_COMPARED };
  const [single, series] = await Promise.all([
    overlapping(context, keys, span),
    seriesIn(context, keys, window, userId),
  ]);
  const ids = single.map(({ id }) => rsvpId(id, userId));
  const rsvps = await context.reads.active.getMany('rsvps', ids);
  const attended = single.filter(({ id }) => rsvps.get(rsvpId(id, userId))?.answer !== 'cant');
  const all = [...attended, ...datesIn(series, span).filter(isPlanned)];
  return new Plans(
    all.map(({ name, startsAt, endsAt }) => ({
      name: name ?? '',
      from: Date.parse(startsAt),
      to: Date.parse(endsAt),
    })),
  );
};

const clashesOf = (plans: Plans, spans: readonly Window[]): readonly string[] => {
  const names = new Set<string>();
  for (const span of spans)
    for (const name of plans.over(span)) {
      names.add(name);
      if (names.size === limits.importClashes) return [...names];
    }
  return [...names];
};

/** Like the command, but without the limits: they refuse everything. */
const outcomesOf = async (
  context: Context,
  userId: string,
  { groupId, events }: { readonly groupId: string; readonly events: readonly ImportedEvent[] },
): Promise<readonly ImportOutcomeView[]> => {
  const { reads, clock, defaultTimeZone } = context;
  const uids = events.map(({ uid }) => uid);
  const here = await importedBefore(reads.active, { groupId, creatorId: userId }, uids);
  const now = clock.now();
  const ahead = events.map((event) => aheadOf(event, defaultTimeZone, now));
  const last = Math.max(now, ...ahead.map((spans) => spans.at(-1)?.to ?? now));
  const plans = await plansIn(context, userId, { from: now, to: Math.min(last, now + LONGEST_EXPANSION_MS) });
  const seen = new Set<string>();
  const outcomes: ImportOutcomeView[] = [];
  for (const [index, event] of events.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const isHere = here.has(event.uid) || seen.has(event.uid);
    seen.add(event.uid);
    const reason = isHere ? undefined : reasonOf(event, defaultTimeZone);
    if (isHere) outcomes.push({ outcome: 'here', clashes: [] });
    else if (reason !== undefined) outcomes.push({ outcome: 'refused', reason, clashes: [] });
    else outcomes.push({ outcome: 'new', clashes: clashesOf(plans, ahead[index] ?? []) });
  }
  return outcomes;
};

/** The outcomes for events of another calendar. */
export const checkImport =
  (context: Context): Handlers<'query'>['checkImport'] =>
  async ({ actor: { userId }, body }, permission) => {
    const answer = async () => ({ body: { outcomes: await outcomesOf(context, userId, body) } });
    if (body.groupId === MY_SCHEDULE) return answer();
    return inGroup(context, { groupId: body.groupId, actorId: userId }, permission, answer);
  };
