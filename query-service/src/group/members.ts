import { setImmediate } from 'node:timers/promises';
import type { MemberView, RemovedMemberView } from '@quorum/contracts/group/wire.ts';
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

/** Members that a search examines before it yields to other work. */
const SEARCH_PAGE = 100;

/** Owner and admins first, then by joining. */
const inGroup = (groupId: string) =>
  ({ where: { groupId }, order: { field: 'rank', direction: 'asc' } }) as const satisfies PagedQuery;

export const firstMembers = ({ reads }: Reading, groupId: string, limit: number) =>
  reads.active.query('memberships', { ...inGroup(groupId), limit });

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

/** A place in the list rather than a member, so it stays valid if that member leaves. */
export const cursorText = ({ rank, userId }: MembershipDocument): string => `${rank}~${userId}`;

const placeOf = (groupId: string, cursor: string | undefined): Pick<PagedQuery, 'after'> => {
  const [rank, userId] = cursor?.split('~') ?? [];
  return rank === undefined || userId === undefined
    ? {}
    : { after: { value: rank, id: membershipId(groupId, userId) } };
};

/** The members of a group from a place on, page by page. */
export const membersFrom = ({ reads }: Reading, groupId: string, after: string | undefined, size: number) =>
  pagesOf(reads.active, 'memberships', { ...inGroup(groupId), ...placeOf(groupId, after) }, size);

type Wanted = {
  readonly search?: string | undefined;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
};

/** The words of a search, in lower case. */
export const searchWords = (search = ''): readonly string[] =>
  search.toLocaleLowerCase('en-US').split(/\s+/).filter(Boolean);

/** One page of a group's members: all, or those matching a search. */
export const memberPage = async (
  context: Reading,
  group: GroupDocument,
  { search, after, limit = limits.memberPage }: Wanted,
): Promise<MemberPage> => {
  const wanted = searchWords(search);
  const size = wanted.length === 0 ? limit + 1 : SEARCH_PAGE;
  const total = group.memberCount;
  const members: MemberView[] = [];
  let last: MembershipDocument | undefined;
  for await (const page of membersFrom(context, group.id, after, size)) {
    const people = await loadPeople(
      context,
      page.map((member) => member.userId),
    );
    for (const member of page) {
      if (!isNamed(people.get(member.userId), wanted)) continue;
      if (members.length === limit && last !== undefined) return { members, total, next: cursorText(last) };
      last = member;
      members.push(memberView(member, people));
    }
    // Lets other pending work run.
    await setImmediate();
  }
  return { members, total, next: null };
};

type Named = Pick<UserDocument, 'firstName' | 'lastName' | 'phone'>;

/** Every search word starts some word of the name. Members without a name match by the digits shown instead. */
export const isNamed = (person: Named | undefined, wanted: readonly string[]): boolean => {
  if (wanted.length === 0) return true;
  if (person === undefined) return false;
  const name = `${person.firstName ?? ''} ${person.lastName ?? ''}`.trim();
  const shown = name === '' && person.phone !== null ? lastTwoDigits(person.phone) : name;
  const words = shown.toLocaleLowerCase('en-US').split(/\s+/);
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
};
