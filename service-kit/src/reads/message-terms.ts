import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type SearchedKind, searchedKinds } from '@quorum/contracts/search/rules.ts';
import { wordsOf } from '@quorum/contracts/search/words.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import type { TermEntry } from '../ports/term-index.ts';
import { termIndexOf } from './collection.ts';
import type { MessageDocument } from './message.ts';

/** Finds a message. Its scope is the group; a deleted message has no terms. */
export type MessageTermsDocument = TermEntry & { readonly senderId: string };

export const messageTermCollections = {
  messageTerms: termIndexOf<MessageTermsDocument>(
    { group: 'scope', person: 'senderId', isApart: true },
    ['scope'],
    ['senderId'],
  ),
};

/** No word begins with a sign. */
export const kindTerm = (kind: SearchedKind | 'upload'): string => `=has=${kind}`;
export const writerTerm = (userId: string): string => `=from=${userId}`;
export const mentionTerm = (userId: string): string => `=to=${userId}`;

const hostOf = (url: string): string => new URL(url).hostname;

/** All that a message says: its text with the hosts of links instead of their addresses, file name, and previews. */
const textsOf = ({ text, fileName, previews }: MessageDocument, links: ReturnType<typeof findLinks>): string => {
  let searched = text ?? '';
  for (const { start, end, url } of links.toReversed())
    searched = `${searched.slice(0, start)} ${hostOf(url)} ${searched.slice(end)}`;
  const shown = (previews ?? []).flatMap(({ title, description, siteName }) => [title, description, siteName]);
  return [searched, fileName, ...shown].join('\n');
};

const kindsOf = ({ kind, previews }: MessageDocument, hasLink: boolean): readonly string[] => {
  const isLinked = hasLink || (previews ?? []).length > 0;
  const own = kind === 'entry' ? 'event' : searchedKinds.find((each) => each === kind);
  return [
    ...(isLinked ? [kindTerm('link')] : []),
    ...(own === undefined ? [] : [kindTerm(own)]),
    ...(own === undefined || own === 'event' ? [] : [kindTerm('upload')]),
  ];
};

/** The terms of a message, see {@link MessageTermsDocument}. */
export const messageTerms = (message: MessageDocument): MessageTermsDocument => {
  const { order: id, groupId: scope, senderId, mentions = [] } = message;
  if (message.deleted) return { id, scope, senderId, terms: [] };
  const links = findLinks(message.text ?? '');
  return {
    id,
    scope,
    senderId,
    terms: [
      ...wordsOf(textsOf(message, links)).slice(0, limits.searchedWords),
      writerTerm(senderId),
      ...mentions.map(mentionTerm),
      ...kindsOf(message, links.length > 0),
    ],
  };
};
