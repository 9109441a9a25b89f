import type { RsvpsView, RsvpView } from '@quorum/contracts/attendance/wire.ts';
import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { OnEvent, Role } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { creatorsParty, isWaiting, unansweredCounts } from '@quorum/domain/attendance/attendance.ts';
import { type People, personView } from '@quorum/service-kit/reads/account.ts';
import { askedAbout, type RsvpDocument, rsvpDocument, rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { type MembershipDocument, membershipId } from '@quorum/service-kit/reads/group.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { cursorText, isNamed, membersFrom, searchWords } from '../group/members.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

type Rule = (facts: OnEvent) => Refusal | undefined;

export type Seen = { readonly entry: EntryDocument; readonly role: Role | undefined };

/** The entry that a path names, and the caller's role in its group, or the permission's refusal. */
export const entryInPath = async (
  { reads: { active } }: Reading,
  id: string | undefined,
  actorId: string,
  permission: Rule,
): Promise<Seen | Refusal> => {
  const named = parseEventId(id ?? '');
  if (named === undefined) return refuse('event/not-found');
  // No single event has dates.
  if (named.occurrence !== null) return refuse('series/date-gone');
  const entry = await active.get('entries', named.entryId);
  if (entry === undefined) return refuse('event/not-found');
  const { groupId, creatorId } = entry;
  const role = (await active.get('memberships', membershipId(groupId, actorId)))?.role;
  return permission({ actorId, creatorId, personal: groupId === MY_SCHEDULE, role }) ?? { entry, role };
};

/** People that a search examines before it reads more. */
const SEARCH_PAGE = 100;

/** A place in a list: after an answer, and behind so many in line. */
type Place = { readonly order: string; readonly id: string; readonly ahead: number };

const cursorOf = ({ order, userId }: Pick<RsvpDocument, 'order' | 'userId'>, ahead: number): string =>
  `${ahead}~${userId}~${order}`;

const placeOfCursor = (eventId: string, cursor: string | undefined): Place | undefined => {
  const [ahead, userId, order] = cursor?.split('~') ?? [];
  if (userId === undefined || order === undefined) return undefined;
  return { order, id: rsvpId(eventId, userId), ahead: Number(ahead) || 0 };
};

const rsvpView = (entry: EntryDocument, rsvp: RsvpDocument, place: number | null, people: People): RsvpView => ({
  user: personView(rsvp.userId, people.get(rsvp.userId)),
  answer: rsvp.answer,
  guests: rsvp.guests,
  place,
  notConfirmed: askedAbout(entry, rsvp) !== null,
});

type Listed = QueryOf<'rsvps'>;

/** The answers of one list, or all, in pages. An event that nobody answered has its creator's alone. */
async function* pagesOfRsvps({ reads }: Reading, entry: EntryDocument, { answer, after }: Listed, size: number) {
  const { id: eventId, groupId, creatorId } = entry;
  const place = placeOfCursor(eventId, after);
  const known = await reads.active.get('attendances', eventId);
  if (known === undefined) {
    if (place === undefined && (answer ?? 'going') === 'going')
      yield [rsvpDocument({ eventId, groupId, userId: creatorId }, creatorsParty)];
    return;
  }
  yield* pagesOf(
    reads.active,
    'rsvps',
    {
      where: answer === undefined ? { eventId } : { eventId, listKind: answer },
      order: { field: 'order', direction: 'asc' },
      ...(place === undefined ? {} : { after: { value: place.order, id: place.id } }),
    },
    size,
  );
}

const totalOf = async ({ reads }: Reading, { id, creatorId }: EntryDocument, answer: Listed['answer']) => {
  const counts = (await reads.active.get('attendances', id)) ?? unansweredCounts(creatorId);
  if (answer !== undefined && answer !== 'none') return counts[answer];
  return counts.going + counts.maybe + counts.cant + counts.waiting;
};

/** Somebody in a list, and the place in it. */
type Shown = { readonly view: RsvpView; readonly cursor: string };

/** The first of a list, up to a limit. */
const firstOf = async (list: AsyncIterable<Shown>, limit: number): Promise<Omit<RsvpsView, 'total'>> => {
  const shown: Shown[] = [];
  for await (const one of list) {
    if (shown.length === limit) return { rsvps: shown.map(({ view }) => view), next: shown.at(-1)?.cursor ?? null };
    shown.push(one);
  }
  return { rsvps: shown.map(({ view }) => view), next: null };
};

/** Reads more at once for a search. */
const pageSize = ({ search = '', limit }: Listed): number => (search === '' ? limit + 1 : SEARCH_PAGE);

/** Those who answered, with names that match. */
async function* answered(context: Reading, entry: EntryDocument, query: Listed): AsyncGenerator<Shown> {
  const wanted = searchWords(query.search);
  let { ahead } = placeOfCursor(entry.id, query.after) ?? { ahead: 0 };
  for await (const page of pagesOfRsvps(context, entry, query, pageSize(query))) {
    const people = await loadPeople(
      context,
      page.map(({ userId }) => userId),
    );
    for (const rsvp of page) {
      const place = isWaiting(rsvp) ? ahead + 1 : null;
      ahead = place ?? ahead;
      if (isNamed(people.get(rsvp.userId), wanted))
        yield { view: rsvpView(entry, rsvp, place, people), cursor: cursorOf(rsvp, ahead) };
    }
  }
}

/** One page of the answers to an event: all, or those of people whose names match. */
export const rsvpPage = async (context: Reading, entry: EntryDocument, query: Listed): Promise<RsvpsView> => ({
  ...(await firstOf(answered(context, entry, query), query.limit)),
  total: await totalOf(context, entry, query.answer),
});

/** Those members of a page who have not answered. */
const withoutAnswer = async (
  { reads }: Reading,
  { id, creatorId }: EntryDocument,
  page: readonly MembershipDocument[],
): Promise<readonly MembershipDocument[]> => {
  const ids = page.map(({ userId }) => rsvpId(id, userId));
  const [rsvps, attendance] = await Promise.all([
    reads.active.getMany('rsvps', ids),
    reads.active.get('attendances', id),
  ]);
  return page.filter(
    ({ userId }) => !rsvps.has(rsvpId(id, userId)) && (attendance !== undefined || userId !== creatorId),
  );
};

/** Members without an answer, in the order of the group. */
async function* silent(context: Reading, entry: EntryDocument, { search, after }: Listed): AsyncGenerator<Shown> {
  const wanted = searchWords(search);
  for await (const page of membersFrom(context, entry.groupId, after, SEARCH_PAGE)) {
    const members = await withoutAnswer(context, entry, page);
    const people = await loadPeople(
      context,
      members.map(({ userId }) => userId),
    );
    for (const member of members) {
      if (!isNamed(people.get(member.userId), wanted)) continue;
      const user = personView(member.userId, people.get(member.userId));
      const view = { user, answer: null, guests: 0, place: null, notConfirmed: false };
      yield { view, cursor: cursorText(member) };
    }
  }
}

/** One page of those without an answer. Only the creator and those who lead the group see names. */
export const silentPage = async (
  context: Reading,
  { entry, role }: Seen,
  query: Listed,
  actorId: string,
): Promise<RsvpsView> => {
  const group = await context.reads.active.get('groups', entry.groupId);
  const total = Math.max(0, (group?.memberCount ?? 0) - (await totalOf(context, entry, undefined)));
  const maySee = role !== 'member' || actorId === entry.creatorId;
  const page = maySee ? await firstOf(silent(context, entry, query), query.limit) : { rsvps: [], next: null };
  return { ...page, total };
};
