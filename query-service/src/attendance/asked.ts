import { revisionsOn, wasAsNow } from '@quorum/contracts/entry/dates-answers.ts';
import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { OnEvent } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { currentOccurrence, occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import {
  type Counts,
  creatorsParty,
  noCounts,
  type Party,
  unansweredCounts,
} from '@quorum/domain/attendance/attendance.ts';
import { askedAbout, type RsvpDocument, rsvpDocument, rsvpId, validOn } from '@quorum/service-kit/reads/attendance.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import type { Context } from '../reading/context.ts';
import { type EventInPath, eventInPath } from '../reading/event-in-path.ts';
import type { Asked, Seen } from './rsvps.ts';

type Rule = (facts: OnEvent) => Refusal | undefined;
type Reading = Pick<Context, 'reads' | 'clock'>;
type After = Parameters<Asked['pages']>[0]['after'];
type Where = PagedQuery['where'] & { readonly eventId: string };

const inOrder = ({ reads }: Reading, where: Where, after: After, size: number) =>
  pagesOf(
    reads.active,
    'rsvps',
    {
      where,
      order: { field: 'order', direction: 'asc' },
      ...(after && { after: { value: after.order, id: rsvpId(where.eventId, after.userId) } }),
    },
    size,
  );

const listed = (eventId: string, answer: string | undefined): Where =>
  answer === undefined ? { eventId } : { eventId, listKind: answer };

/** Whether the creator, who is going without an answer, is listed. */
const listsCreator = (answer: string | undefined, after: After): boolean =>
  after === undefined && (answer ?? 'going') === 'going';

/** An event that nobody answered has its creator's answer alone. */
const single = (reading: Reading, entry: EntryDocument): Asked => {
  const { id, groupId, creatorId } = entry;
  const { active } = reading.reads;
  const counts = async (): Promise<Counts> => (await active.get('attendances', id)) ?? unansweredCounts(creatorId);
  return {
    groupId,
    creatorId,
    counts,
    async *pages({ answer, after }, size) {
      if ((await active.get('attendances', id)) !== undefined) yield* inOrder(reading, listed(id, answer), after, size);
      else if (listsCreator(answer, after))
        yield [rsvpDocument({ entryId: id, occurrence: null, groupId, userId: creatorId }, creatorsParty)];
    },
    answered: async (userIds) => {
      const rsvps = await active.getMany(
        'rsvps',
        userIds.map((userId) => rsvpId(id, userId)),
      );
      const isKnown = (await active.get('attendances', id)) !== undefined;
      return new Set(userIds.filter((userId) => rsvps.has(rsvpId(id, userId)) || (!isKnown && userId === creatorId)));
    },
    isOpen: (rsvp) => askedAbout(entry, rsvp) !== null,
  };
};

const sum = (a: Counts, b: Counts) => ({
  going: a.going + b.going,
  maybe: a.maybe + b.maybe,
  cant: a.cant + b.cant,
  waiting: a.waiting + b.waiting,
});

type Date = { readonly entryId: string; readonly occurrence: CalendarDate };

/** The answers to a date by these people: their own to it, else those to the series. */
const heldBy = async ({ reads: { active } }: Reading, { entryId, occurrence }: Date, userIds: readonly string[]) => {
  const id = eventIdOf({ entryId, occurrence });
  const rsvps = await active.getMany(
    'rsvps',
    userIds.flatMap((userId) => [rsvpId(id, userId), rsvpId(entryId, userId)]),
  );
  return (userId: string): RsvpDocument | undefined => {
    const [own, all] = [rsvps.get(rsvpId(id, userId)), rsvps.get(rsvpId(entryId, userId))];
    // An answer from before the event repeated has no date yet.
    const toAll = all?.from === undefined ? undefined : validOn<Party>(all, occurrence);
    // Listed where its document is, so that the next page begins behind it.
    if (own === undefined || (toAll !== undefined && toAll.at > own.at))
      return toAll && all && rsvpDocument(all, { ...toAll, order: all.order });
    return own;
  };
};

async function* each(pages: AsyncIterable<readonly RsvpDocument[]>): AsyncGenerator<RsvpDocument, undefined> {
  for await (const page of pages) yield* page;
}

/** Two lists in the order of answering. */
async function* merged(
  first: AsyncGenerator<RsvpDocument, undefined>,
  second: AsyncGenerator<RsvpDocument, undefined>,
): AsyncGenerator<RsvpDocument> {
  let [a, b] = await Promise.all([first.next(), second.next()]);
  while (!a.done && !b.done) {
    const isFirst = a.value.order <= b.value.order;
    yield isFirst ? a.value : b.value;
    if (isFirst) a = await first.next();
    else b = await second.next();
  }
  const [last, rest] = a.done ? [b, second] : [a, first];
  if (!last.done) yield last.value;
  yield* rest;
}

async function* inPages(all: AsyncIterable<RsvpDocument>, size: number): AsyncGenerator<readonly RsvpDocument[]> {
  let page: RsvpDocument[] = [];
  for await (const rsvp of all) {
    page.push(rsvp);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Those of a list that hold for the date. */
async function* heldOf(
  reading: Reading,
  date: Date,
  pages: AsyncIterable<readonly RsvpDocument[]>,
  answer: string | undefined,
): AsyncGenerator<readonly RsvpDocument[]> {
  for await (const page of pages) {
    const by = await heldBy(
      reading,
      date,
      page.map(({ userId }) => userId),
    );
    yield page.flatMap(({ userId, eventId }) => {
      const rsvp = by(userId);
      if (rsvp === undefined || rsvp.eventId !== eventId || rsvp.listKind === 'none') return [];
      return answer === undefined || answer === rsvp.listKind ? [rsvp] : [];
    });
  }
}

const onDate = (reading: Reading, series: SeriesDocument, date: Date, isOpen: Asked['isOpen']): Asked => {
  const { id, groupId, creatorId } = series;
  const { active } = reading.reads;
  const eventId = eventIdOf(date);
  async function* creatorAlone(answer: string | undefined, after: After) {
    const isHeld = (await heldBy(reading, date, [creatorId]))(creatorId) === undefined;
    if (isHeld && listsCreator(answer, after))
      yield [rsvpDocument({ entryId: id, occurrence: null, groupId, userId: creatorId }, creatorsParty)];
  }
  const toSeries = () => active.get('attendances', id);
  return {
    groupId,
    creatorId,
    counts: async () => {
      const [all, own] = await Promise.all([toSeries(), active.get('attendances', eventId)]);
      const held = all && validOn<Counts & { readonly from?: string }>(all, date.occurrence);
      return sum(held ?? unansweredCounts(creatorId), own ?? noCounts);
    },
    async *pages({ answer, after }, size) {
      const all = await toSeries();
      // Those of a date that is over are not what the series is listed under.
      const isNow = all !== undefined && (all.from ?? '') <= date.occurrence;
      const ofSeries = inOrder(reading, listed(id, isNow ? answer : undefined), after, size);
      const ofDate = inOrder(reading, listed(eventId, answer), after, size);
      const held = (pages: AsyncIterable<readonly RsvpDocument[]>) => each(heldOf(reading, date, pages, answer));
      const toAll = all === undefined ? each(creatorAlone(answer, after)) : held(ofSeries);
      yield* inPages(merged(toAll, held(ofDate)), size);
    },
    answered: async (userIds) => {
      const by = await heldBy(reading, date, userIds);
      const isKnown = (await toSeries()) !== undefined;
      return new Set(
        userIds.filter((userId) => {
          const rsvp = by(userId);
          return rsvp === undefined ? !isKnown && userId === creatorId : rsvp.answer !== null;
        }),
      );
    },
    isOpen,
  };
};

/** The date that was named, else the next one. Undefined if the series does not have it. */
const dateOf = (reading: Reading, series: SeriesDocument, occurrence: CalendarDate | null): Asked | undefined => {
  const now = reading.clock.now();
  const found = occurrence === null ? currentOccurrence(series, now) : occurrenceOn(series, occurrence);
  if (found === undefined) return undefined;
  const revised = revisionsOn(series, found);
  const isOpen: Asked['isOpen'] = ({ answer, answeredFor }) =>
    answer !== 'cant' && answeredFor !== null && !wasAsNow(revised, answeredFor.placeRevision);
  return onDate(reading, series, { entryId: series.id, occurrence: found.occurrence }, isOpen);
};

const askedIn = (reading: Reading, { entry, series, occurrence }: EventInPath): Asked | undefined => {
  if (series !== undefined) return dateOf(reading, series, occurrence);
  return entry === undefined || occurrence !== null ? undefined : single(reading, entry);
};

/** The event of a path, and the caller's role in its group, or the permission's refusal. */
export const askedInPath = async (
  reading: Reading,
  id: string | undefined,
  actorId: string,
  permission: Rule,
): Promise<Seen | Refusal> => {
  const found = await eventInPath(reading, id, actorId, permission);
  if (isRefusal(found)) return found;
  const asked = askedIn(reading, found);
  return asked === undefined ? refuse('series/date-gone') : { asked, role: found.role };
};
