import { setImmediate } from 'node:timers/promises';
import type { SearchResult, SearchView } from '@quorum/contracts/search/wire.ts';
import { isFoundBy } from '@quorum/contracts/search/words.ts';
import { numberEnding } from '@quorum/contracts/text/phone.ts';
import { personView } from '@quorum/service-kit/reads/account.ts';
import { fileAddress } from '@quorum/service-kit/reads/media.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { loadPeople, type Reading } from '../reading/context.ts';
import type { Question } from './question.ts';

/** Names compared before other work gets its turn. */
const AT_ONCE = 200;

type Named = { readonly name: string; readonly id: string; readonly result: SearchResult };

/** One page, by name. `next` is the number of results before it. */
const pageOf = (found: readonly Named[], { next = '0', limit }: Question): SearchView => {
  const first = /^\d{1,6}$/.test(next) ? Number(next) : 0;
  const sorted = found.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
  const results = sorted.slice(first, first + limit).map(({ result }) => result);
  return { results, ...(first + limit < sorted.length && { next: String(first + limit) }) };
};

/** Groups of the caller. */
export const searchGroups = async ({ reads }: Reading, question: Question): Promise<SearchView> => {
  const groups = await reads.active.getMany('groups', question.groupIds);
  const found = [...groups.values()].flatMap(({ id, name, imageId, memberCount }): readonly Named[] => {
    const imageUrl = imageId === null ? null : fileAddress(imageId);
    const group = { _id: id, name: name ?? '', imageUrl, memberCount };
    return isFoundBy(group.name, question.asked) ? [{ id, name: group.name, result: { kind: 'group', group } }] : [];
  });
  return pageOf(found, question);
};

/** Members of the caller's groups. */
export const searchPeople = async (context: Reading, question: Question): Promise<SearchView> => {
  const { asked, groupIds } = question;
  const found = new Map<string, Named>();
  const seen = new Set<string>();
  for (const groupId of groupIds) {
    const members = { where: { groupId }, order: { field: 'rank', direction: 'asc' } } as const;
    for await (const page of pagesOf(context.reads.active, 'memberships', members, AT_ONCE)) {
      const ids = page.flatMap(({ userId }) => (seen.has(userId) ? [] : userId));
      for (const id of ids) seen.add(id);
      const people = await loadPeople(context, ids);
      for (const id of ids) {
        const person = personView(id, people.get(id));
        const name = `${person.firstName} ${person.lastName}`.trim() || numberEnding(person.phoneNumber ?? '');
        if (isFoundBy(name, asked)) found.set(id, { id, name, result: { kind: 'person', person } });
      }
      await setImmediate();
    }
  }
  return pageOf([...found.values()], question);
};
