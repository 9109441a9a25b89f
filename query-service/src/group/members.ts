import type { RemovedMemberView } from '@quorum/contracts/group/members.ts';
import type { MemberView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import { personView, type UserDocument } from '@quorum/service-kit/reads/account.ts';
import {
  type GroupDocument,
  type MembershipDocument,
  membershipId,
  memberView,
} from '@quorum/service-kit/reads/group.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

/** Owner and admins first, then by joining. */
const inGroup = (groupId: string) =>
  ({ where: { groupId }, order: { field: 'rank', direction: 'asc' } }) as const satisfies PagedQuery;

/** A place in the list rather than a member, so it stays valid if that member leaves. */
export const cursorText = ({ rank, userId }: MembershipDocument): string => `${rank}~${userId}`;

const placeOf = (groupId: string, cursor: string | undefined): Pick<PagedQuery, 'after'> => {
  const [rank, userId] = cursor?.split('~') ?? [];
  return rank === undefined || userId === undefined
    ? {}
    : { after: { value: rank, id: membershipId(groupId, userId) } };
};

/** @param after a place as {@link cursorText} gives it */
export const firstMembers = ({ reads }: Reading, groupId: string, limit: number, after?: string) =>
  reads.active.query('memberships', { ...inGroup(groupId), ...placeOf(groupId, after), limit });

/** Maximum shown; not a page size. */
const MAX_REMOVED = 500;

/** Removed members who were not let back in, most recent first. */
export const removedMembers = async (context: Reading, groupId: string): Promise<RemovedMemberView[]> => {
  const removals = await context.reads.active.query('removals', {
    where: { groupId },
    order: { field: 'removedAt', direction: 'desc' },
    limit: MAX_REMOVED,
  });
  const people = await loadPeople(
    context,
    removals.map(({ userId }) => userId),
  );
  return removals.map(({ userId, removedAt }) => ({ userId: personView(userId, people.get(userId)), removedAt }));
};

type MemberPage = { members: MemberView[]; total: number; next: string | null };

/** The members of a group from a place on, page by page. */
export const membersFrom = ({ reads }: Reading, groupId: string, after: string | undefined, size: number) =>
  pagesOf(reads.active, 'memberships', { ...inGroup(groupId), ...placeOf(groupId, after) }, size);

type Wanted = {
  readonly search?: string | undefined;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
};

export type MemberSearch = {
  /**
   * Members after a rank, in the order of the list.
   * @param wanted words in lower case, each of which begins a word of the name
   */
  find(
    group: GroupDocument,
    wanted: readonly string[],
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly MembershipDocument[]>;
};

/** The words of a search, in lower case. */
export const searchWords = (search = ''): readonly string[] =>
  search.toLocaleLowerCase('en-US').split(/\s+/).filter(Boolean);

/** One page of a group's members: all, or those matching a search. */
export const memberPage = async (
  context: Reading,
  names: MemberSearch,
  group: GroupDocument,
  { search, after, limit = limits.memberPage }: Wanted,
): Promise<MemberPage> => {
  const wanted = searchWords(search);
  const found =
    wanted.length === 0
      ? await firstMembers(context, group.id, limit + 1, after)
      : await names.find(group, wanted, { after: after?.split('~')[0], limit: limit + 1 });
  const page = found.slice(0, limit);
  const people = await loadPeople(
    context,
    page.map(({ userId }) => userId),
  );
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    members: page.map((member) => memberView(member, people)),
    total: group.memberCount,
    next: last === undefined ? null : cursorText(last),
  };
};

type Named = Pick<UserDocument, 'firstName' | 'lastName' | 'phone'>;

/** The words of a name, in lower case. Members without a name have the digits shown instead. */
export const nameWords = (person: Named | undefined): readonly string[] => {
  if (person === undefined) return [];
  const name = `${person.firstName ?? ''} ${person.lastName ?? ''}`.trim();
  const shown = name === '' && person.phone !== null ? lastTwoDigits(person.phone) : name;
  return shown.toLocaleLowerCase('en-US').split(/\s+/);
};

/** Every search word starts some word of the name. */
export const areNamed = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((part) => words.some((word) => word.startsWith(part)));

export const isNamed = (person: Named | undefined, wanted: readonly string[]): boolean =>
  areNamed(nameWords(person), wanted);
