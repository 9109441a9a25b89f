import { type NameDocument, startOf, wordsOfName } from '@quorum/service-kit/reads/audit.ts';
import { model, putAll, removeWhere } from '../model.ts';

/** Searchable words of a name. */
const MAX_WORDS = 5;

const wordsOf = (kind: NameDocument['kind'], subject: string, parts: readonly (string | null)[]): NameDocument[] => {
  const name = parts.filter((part) => part !== null && part !== '').join(' ');
  const words = wordsOfName(name);
  return words.slice(0, MAX_WORDS).map((_, index) => {
    const rest = words.slice(index).join(' ');
    return { id: `${subject} ${index}`, kind, subject, name, words: rest, start: startOf(rest) };
  });
};

type OfUser = { readonly data: { readonly userId: string } };

type OfGroup = { readonly data: { readonly groupId: string } };

type Named = OfGroup & { readonly data: { readonly name: string | null } };

const forgetPerson = removeWhere('names', ({ data }: OfUser) => ({ subject: data.userId }));

const forgetGroup = removeWhere('names', ({ data }: OfGroup) => ({ subject: data.groupId }));

const nameGroup = putAll('names', ({ data }: Named) => wordsOf('group', data.groupId, [data.name]));

/** People and groups by the words of their names, for the administrators' search. */
export const names = model({
  name: 'names',
  version: 3,
  collections: ['names'],
  on: {
    NameChanged: [
      forgetPerson,
      putAll('names', ({ data }) => wordsOf('person', data.userId, [data.firstName, data.lastName])),
    ],
    GroupCreated: [nameGroup],
    GroupDetailsChanged: [forgetGroup, nameGroup],
  },
});
