import type { AuditKind } from '@quorum/contracts/audit/rules.ts';
import type { AuditFacts } from '@quorum/contracts/audit/wire.ts';
import type { Query } from '../ports/read-store.ts';
import { collectionOf, NOBODY } from './collection.ts';

/**
 * One event of the log as the audit history lists it. Id: its position. `at`: milliseconds since 1970. The actor is a person
 * (`actorId`) or a part of the product (`actor`). `causedBy`: the event that a process manager reacted to. No name or user text is
 * stored here, and nothing that can be derived, because there is one of these for nearly every event.
 */
export type AuditDocument = {
  readonly id: string;
  readonly at: number;
  readonly kind: AuditKind;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly correlationId: string;
  readonly groupId?: string;
  readonly actorId?: string;
  readonly actor?: string;
  readonly userId?: string;
  readonly causedBy?: string;
  readonly facts: AuditFacts;
};

/** Characters of a name that an index may hold. */
const INDEXED_CHARACTERS = 2;

/** The indexed part of the words of a name, or of a search for them. */
export const startOf = (words: string): string => [...words].slice(0, INDEXED_CHARACTERS).join('');

/** Whether all words that begin like these have the same start. */
const hasWholeStart = (words: string): boolean => [...words].length >= INDEXED_CHARACTERS;

/**
 * Id: the subject and the index of the word. `words`: the name from that word on, in lower case. `start`: the start of `words`, by
 * which it is found: an index keeps copies of what was removed from it.
 */
export type NameDocument = {
  readonly id: string;
  readonly kind: 'person' | 'group';
  readonly subject: string;
  readonly name: string;
  readonly words: string;
  readonly start: string;
};

/** A name in words. `Group-0-walrus` has three. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Names in a response. If there are more, one types further letters. */
const MAX_NAMES = 20;

/** Engines order text by code points, so characters such as emoji sort after `\uffff`. */
const LAST_CHARACTER = '\u{10ffff}';

/** Finds names with a word that starts with the text. */
export const nameQuery = (kind: NameDocument['kind'], text: string): Query => {
  const from = wordsOfName(text).join(' ');
  const end = `${from}${LAST_CHARACTER}`;
  const limit = MAX_NAMES;
  if (!hasWholeStart(from))
    return {
      where: { kind },
      range: { field: 'start', from, to: end },
      order: { field: 'start', direction: 'asc' },
      limit,
    };
  const beginsSo = [
    { field: 'words', op: '>=', value: from },
    { field: 'words', op: '<', value: end },
  ] as const;
  return { where: { kind, start: startOf(from) }, filter: beginsSo, limit };
};

export const auditCollections = {
  // Every filter is combined with a kind, or with each kind in turn. That halves the number of indexes.
  audit: collectionOf<AuditDocument>(
    NOBODY,
    ['kind', 'at'],
    ['groupId', 'kind', 'at'],
    ['actorId', 'kind', 'at'],
    ['userId', 'kind', 'at'],
    ['actorId', 'groupId', 'kind', 'at'],
    ['userId', 'groupId', 'kind', 'at'],
    ['correlationId'],
  ),
  names: collectionOf<NameDocument>(
    { group: 'subject', person: 'subject', isApart: true },
    ['kind', 'start'],
    ['subject'],
  ),
};
