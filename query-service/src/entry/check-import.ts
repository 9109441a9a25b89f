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
import { importedBefore } from '@quorum/service-kit/reads/imported.ts';
import { inGroup } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { type Compared, firstDates, isPlanned, notDeclined } from './conflicts.ts';
import { overlapping, ownerKeysOf } from './events.ts';
import { datesIn, seriesIn } from './series.ts';

/** Events of the caller that are compared, the first ahead. */
const MAX_COMPARED = 5_000;

/** Events of the caller that are compared with an imported one. Long ones may overlap thousands. */
const MAX_COMPARISONS = 2_000;

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
      for (let day = dayOf(busy.from); day <= dayOf(busy.to); day += 1) {
        const known = this.#byDay.get(day);
        if (known === undefined) this.#byDay.set(day, [busy]);
        else known.push(busy);
      }
  }

  /** Events that may overlap a time: all on its days. */
  *around({ from, to }: Window): Generator<Busy> {
    for (let day = dayOf(from); day <= dayOf(to); day += 1) yield* this.#byDay.get(day) ?? [];
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
  const attended = await notDeclined(context, userId, single);
  const all = [...attended, ...(await datesIn(series, span)).filter(isPlanned)];
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
  let left = MAX_COMPARISONS;
  for (const span of spans)
    for (const busy of plans.around(span)) {
      left -= 1;
      if (busy.from < span.to && busy.to > span.from) names.add(busy.name);
      if (names.size === limits.importClashes || left === 0) return [...names];
    }
  return [...names];
};

/** The reason why an event is refused, or its times. */
type Judged = { readonly reason: string } | { readonly spans: readonly Window[] };

/** In turns with other work: one event may take long, by a rare rule or by dates in many zones. */
const judgedIn = async (
  { clock, defaultTimeZone }: Context,
  events: readonly (ImportedEvent | undefined)[],
): Promise<readonly (Judged | undefined)[]> => {
  const judged: (Judged | undefined)[] = [];
  for (const event of events) {
    await setImmediate();
    const reason = event && reasonOf(event, defaultTimeZone);
    if (event === undefined) judged.push(undefined);
    else judged.push(reason === undefined ? { spans: aheadOf(event, defaultTimeZone, clock.now()) } : { reason });
  }
  return judged;
};

/** Like the command, but without the limits, which refuse an import as a whole. */
const outcomesOf = async (
  context: Context,
  userId: string,
  { groupId, events }: { readonly groupId: string; readonly events: readonly ImportedEvent[] },
): Promise<readonly ImportOutcomeView[]> => {
  const { reads, clock } = context;
  const uids = events.map(({ uid }) => uid);
  const here = await importedBefore(reads.active, { groupId, creatorId: userId }, uids);
  const first = new Map(events.toReversed().map((event) => [event.uid, event]));
  const judged = await judgedIn(
    context,
    events.map((event) => (here.has(event.uid) || first.get(event.uid) !== event ? undefined : event)),
  );
  const now = clock.now();
  const ends = judged.flatMap((each) => (each && 'spans' in each ? (each.spans.at(-1)?.to ?? []) : []));
  const last = Math.max(now, ...ends);
  const plans = await plansIn(context, userId, { from: now, to: Math.min(last, now + LONGEST_EXPANSION_MS) });
  const outcomes: ImportOutcomeView[] = [];
  for (const each of judged) {
    await setImmediate();
    if (each === undefined) outcomes.push({ outcome: 'here', clashes: [] });
    else if ('reason' in each) outcomes.push({ outcome: 'refused', ...each, clashes: [] });
    else outcomes.push({ outcome: 'new', clashes: clashesOf(plans, each.spans) });
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
