import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import type { EventView } from '../entry/wire.ts';
import type { GroupView } from '../group/wire.ts';
import { id, pageLimit, plainText, timeZone } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { answers, ownProfile, type Route } from '../kernel/route.ts';
import type { MessageView } from '../message/wire.ts';
import { searchedKinds } from './rules.ts';

/** The kinds of results: the tabs of the panel. */
const searchTabs = ['messages', 'events', 'people', 'groups', 'files', 'links'] as const;

export type SearchTab = (typeof searchTabs)[number];

export type SearchResult =
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'event'; readonly event: EventView }
  | { readonly kind: 'person'; readonly person: PersonView }
  | { readonly kind: 'group'; readonly group: Pick<GroupView, '_id' | 'name' | 'imageUrl' | 'memberCount'> };

/** Messages newest first; events those ahead by their start, then past ones. `next` asks for the following page. */
export type SearchView = { readonly results: readonly SearchResult[]; readonly next?: string };

const aDate = plainText(20, 'This date is not valid');

const KINDS = { error: 'Please choose kinds of messages' };

/** All filters hold together. A date is written as in the field of the panel, in the time zone of the caller. */
export const searchBody = z.object({
  words: z.string({ error: 'Please enter a text' }).max(limits.jsonBody, 'Please enter a shorter text'),
  kind: z.enum(searchTabs, { error: 'Please choose what to search' }),
  in: id.optional(),
  from: id.optional(),
  has: z.array(z.enum(searchedKinds, KINDS), KINDS).max(searchedKinds.length, KINDS.error).optional(),
  mentions: z.literal('me', { error: 'Please search for mentions of yourself' }).optional(),
  before: aDate.optional(),
  after: aDate.optional(),
  on: aDate.optional(),
  timeZone,
  limit: pageLimit(limits.maxSearchPage).default(limits.searchPage),
  next: plainText(100, 'This page is not valid').optional(),
});

export const searchRoutes = {
  /** A `POST`, so that no log of addresses has the words. */
  search: {
    method: 'POST',
    path: '/api/search',
    service: 'query',
    permission: ownProfile,
    cost: 10,
    body: searchBody,
    answer: answers<SearchView>(),
  },
} as const satisfies { readonly [name: string]: Route };
