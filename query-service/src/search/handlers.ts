import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { SearchTab, SearchView } from '@quorum/contracts/search/wire.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { type Question, questionOf, type Searching } from './question.ts';
import { searchEvents } from './search-events.ts';
import { searchMessages } from './search-messages.ts';
import { searchGroups, searchPeople } from './search-names.ts';

const searches: { readonly [T in SearchTab]: (context: Searching, question: Question) => Promise<SearchView> } = {
  messages: searchMessages,
  files: searchMessages,
  links: searchMessages,
  events: searchEvents,
  people: searchPeople,
  groups: searchGroups,
};

export const searchHandlers = (context: Searching) =>
  ({
    search: async ({ actor, body }) => {
      const question = await questionOf(context, actor.userId, body);
      return isRefusal(question) ? question : { body: await searches[question.kind](context, question) };
    },
  }) satisfies Partial<Handlers<'query'>>;
