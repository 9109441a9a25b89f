import type { SearchView } from '@quorum/contracts/search/wire.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { TermQuery } from '@quorum/service-kit/ports/term-index.ts';
import { type MessageDocument, presentMessages } from '@quorum/service-kit/reads/message.ts';
import { kindTerm, mentionTerm, writerTerm } from '@quorum/service-kit/reads/message-terms.ts';
import { joinsOf, type Reading } from '../reading/context.ts';
import type { Question } from './question.ts';

/** Groups whose first message after an instant one query finds without sorting all that follow. */
const GROUPS_AT_ONCE = 64;

/** The first message of some groups from an instant on. */
const firstFrom = async (
  { reads }: Reading,
  groupIds: readonly string[],
  instant: string,
): Promise<Position | undefined> => {
  const firsts: Position[] = [];
  for (let at = 0; at < groupIds.length; at += GROUPS_AT_ONCE) {
    const [first] = await reads.active.query('messages', {
      where: { groupId: groupIds.slice(at, at + GROUPS_AT_ONCE) },
      range: { field: 'postedAt', from: instant },
      order: { field: 'postedAt', direction: 'asc' },
      limit: 1,
    });
    if (first !== undefined) firsts.push(first.order);
  }
  return firsts.sort()[0];
};

/** The conditions for a message, besides its time. */
const termsOf = (question: Question): Pick<TermQuery, 'terms' | 'beginning'> => {
  const { asked, userId, from, has = [], mentions, kind } = question;
  const beginning = asked.find(({ begins }) => begins)?.word;
  return {
    terms: [
      ...asked.filter(({ begins }) => !begins).map(({ word }) => word),
      ...(from === undefined ? [] : [writerTerm(from)]),
      ...(mentions === undefined ? [] : [mentionTerm(userId)]),
      ...has.map(kindTerm),
      ...(kind === 'files' ? [kindTerm('upload')] : []),
      ...(kind === 'links' ? [kindTerm('link')] : []),
    ],
    ...(beginning !== undefined && { beginning }),
  };
};

/** Groups in which one query of the index takes some milliseconds. Searches of others get their turn between them. */
const SEARCHED_AT_ONCE = 16;

/** An entry that the index finds, and the groups of which one has it. */
type Hit = { readonly id: Position; readonly groupIds: readonly string[] };

/** The highest entries in all groups. */
const highestOf = async ({ reads }: Reading, query: TermQuery): Promise<readonly Hit[]> => {
  const { scopes, from, limit } = query;
  let highest: readonly Hit[] = [];
  for (let at = 0; at < scopes.length; at += SEARCHED_AT_ONCE) {
    const groupIds = scopes.slice(at, at + SEARCHED_AT_ONCE);
    // Once there are enough, only higher ones count.
    const lowest = highest[limit - 1]?.id ?? from;
    const ids = await reads.active.find('messageTerms', {
      ...query,
      scopes: groupIds,
      ...(lowest !== undefined && { from: lowest }),
    });
    const hits = ids.map((id) => ({ id, groupIds }));
    highest = [...highest, ...hits].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  }
  return highest;
};

/** The messages of entries, the newest first. They are looked up in their groups, so that no index is needed for it. */
const documentsOf = async ({ reads }: Reading, hits: readonly Hit[]): Promise<readonly MessageDocument[]> => {
  const found: MessageDocument[] = [];
  for (const groupId of new Set(hits.map(({ groupIds }) => groupIds))) {
    const order = hits.filter(({ groupIds }) => groupIds === groupId).map(({ id }) => id);
    found.push(...(await reads.active.query('messages', { where: { groupId, order }, limit: order.length })));
  }
  return found.sort((a, b) => (a.order < b.order ? 1 : -1));
};

type Found = { readonly messages: readonly MessageDocument[]; readonly next?: Position };

/** The next messages that the index finds. One whose document is gone is no result. */
const messagesOf = async (context: Reading, query: TermQuery): Promise<Found> => {
  const messages: MessageDocument[] = [];
  let { before } = query;
  for (;;) {
    const missing = query.limit - messages.length;
    const hits = await highestOf(context, {
      ...query,
      ...(before !== undefined && { before }),
      limit: missing + 1,
    });
    const page = hits.slice(0, missing);
    messages.push(...(await documentsOf(context, page)).filter(({ deleted }) => !deleted));
    before = page.at(-1)?.id;
    if (before === undefined || hits.length <= missing) return { messages };
    if (messages.length === query.limit) return { messages, next: before };
  }
};

/** A position of the log. An invalid one stands for the first page. */
const placeOf = ({ next = '' }: Question): Position | undefined => (/^\d+(?:\/\d+)?$/.test(next) ? next : undefined);

/** Newest first. The tabs of files and links are further filters. */
export const searchMessages = async (context: Reading, question: Question): Promise<SearchView> => {
  const { groupIds: scopes, bounds, limit } = question;
  const from = bounds.from === undefined ? undefined : await firstFrom(context, scopes, bounds.from);
  if (bounds.from !== undefined && from === undefined) return { results: [] };
  const end = bounds.to === undefined ? undefined : await firstFrom(context, scopes, bounds.to);
  const [before] = [placeOf(question), end].filter((bound) => bound !== undefined).sort();
  const { messages, next } = await messagesOf(context, {
    scopes,
    ...termsOf(question),
    ...(from !== undefined && { from }),
    ...(before !== undefined && { before }),
    limit,
  });
  const views = await presentMessages(joinsOf(context, question.userId), messages);
  return { results: views.map((message) => ({ kind: 'message', message })), ...(next !== undefined && { next }) };
};
