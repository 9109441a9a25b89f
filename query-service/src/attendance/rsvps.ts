import type { RsvpsView, RsvpView } from '@quorum/contracts/attendance/wire.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { type Counts, isWaiting } from '@quorum/domain/attendance/attendance.ts';
import { type People, personView } from '@quorum/service-kit/reads/account.ts';
import type { RsvpDocument } from '@quorum/service-kit/reads/attendance.ts';
import { cursorText, isNamed, membersFrom, searchWords } from '../group/members.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

/** People that a search examines before it reads more. */
const SEARCH_PAGE = 100;

/** A place in a list: after an answer, with the number of people ahead on the waitlist. */
type Place = { readonly order: string; readonly userId: string; readonly ahead: number };

type Listed = QueryOf<'rsvps'>;

/** The subject of answers: an event, or one date of a series. */
export type Asked = {
  readonly groupId: string;
  readonly creatorId: string;
  /** The answers of one list, or all, in pages, in the order of answering. */
  readonly pages: (
    list: Pick<Listed, 'answer'> & { readonly after: Pick<Place, 'order' | 'userId'> | undefined },
    size: number,
  ) => AsyncIterable<readonly RsvpDocument[]>;
  readonly counts: () => Promise<Pick<Counts, 'going' | 'maybe' | 'cant' | 'waiting'>>;
  /** Those of the people who have an answer. */
  readonly answered: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether an answer was for another time or place. */
  readonly isOpen: (rsvp: RsvpDocument) => boolean;
};

export type Seen = { readonly asked: Asked; readonly role: Role | undefined };

const cursorOf = ({ order, userId }: Pick<RsvpDocument, 'order' | 'userId'>, ahead: number): string =>
  `${ahead}~${userId}~${order}`;

const placeOfCursor = (cursor: string | undefined): Place | undefined => {
  const [ahead, userId, order] = cursor?.split('~') ?? [];
  if (userId === undefined || order === undefined) return undefined;
  return { order, userId, ahead: Number(ahead) || 0 };
};

const rsvpView = (asked: Asked, rsvp: RsvpDocument, place: number | null, people: People): RsvpView => ({
  user: personView(rsvp.userId, people.get(rsvp.userId)),
  answer: rsvp.answer,
  guests: rsvp.guests,
  place,
  notConfirmed: asked.isOpen(rsvp),
});

const totalOf = async (asked: Asked, answer: Listed['answer']): Promise<number> => {
  const counts = await asked.counts();
  if (answer !== undefined && answer !== 'none') return counts[answer];
  return counts.going + counts.maybe + counts.cant + counts.waiting;
};

/** A person in a list, with the cursor behind them. */
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

/** A search reads larger pages. */
const pageSize = ({ search = '', limit }: Listed): number => (search === '' ? limit + 1 : SEARCH_PAGE);

/** Those who answered, with names that match. */
async function* answered(context: Reading, asked: Asked, query: Listed): AsyncGenerator<Shown> {
  const wanted = searchWords(query.search);
  const after = placeOfCursor(query.after);
  let { ahead } = after ?? { ahead: 0 };
  for await (const page of asked.pages({ answer: query.answer, after }, pageSize(query))) {
    const people = await loadPeople(
      context,
      page.map(({ userId }) => userId),
    );
    for (const rsvp of page) {
      const place = isWaiting(rsvp) ? ahead + 1 : null;
      ahead = place ?? ahead;
      if (isNamed(people.get(rsvp.userId), wanted))
        yield { view: rsvpView(asked, rsvp, place, people), cursor: cursorOf(rsvp, ahead) };
    }
  }
}

/** One page of the answers to an event: all, or those of people whose names match. */
export const rsvpPage = async (context: Reading, asked: Asked, query: Listed): Promise<RsvpsView> => ({
  ...(await firstOf(answered(context, asked, query), query.limit)),
  total: await totalOf(asked, query.answer),
});

/** Members without an answer, in the order of the group. */
async function* silent(context: Reading, asked: Asked, { search, after }: Listed): AsyncGenerator<Shown> {
  const wanted = searchWords(search);
  for await (const page of membersFrom(context, asked.groupId, after, SEARCH_PAGE)) {
    const haveAnswered = await asked.answered(page.map(({ userId }) => userId));
    const members = page.filter(({ userId }) => !haveAnswered.has(userId));
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
  { asked, role }: Seen,
  query: Listed,
  actorId: string,
): Promise<RsvpsView> => {
  const group = await context.reads.active.get('groups', asked.groupId);
  const total = Math.max(0, (group?.memberCount ?? 0) - (await totalOf(asked, undefined)));
  const maySee = role !== 'member' || actorId === asked.creatorId;
  const page = maySee ? await firstOf(silent(context, asked, query), query.limit) : { rsvps: [], next: null };
  return { ...page, total };
};
