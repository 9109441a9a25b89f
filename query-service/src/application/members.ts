import {
  collections,
  type GroupDocument,
  type MembershipDocument,
  type UserDocument,
} from '@quorum/contracts/documents/collections.ts';
import { membershipId } from '@quorum/contracts/documents/keys.ts';
import { memberView } from '@quorum/contracts/documents/present.ts';
import { type PagedQuery, pagesOf } from '@quorum/contracts/ports/read-pages.ts';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import type { MemberView } from '@quorum/contracts/wire/views.ts';
import { breathe } from './breathe.ts';
import { type Context, linkOf, loadPeople } from './context.ts';

/** Members that a search looks through in one go, before others have their turn. */
const SEARCH_PAGE = 100;

/** Owner first, then in the order of joining. */
const inGroup = (groupId: string) =>
  ({ where: { groupId }, order: { field: 'rank', direction: 'asc' } }) as const satisfies PagedQuery;

export const firstMembers = ({ reads }: Context, groupId: string, limit: number) =>
  reads.active.query<MembershipDocument>(collections.memberships.name, { ...inGroup(groupId), limit });

type MemberPage = { members: MemberView[]; total: number; next: string | null };

/** A place in the list rather than a member: it holds though that member leaves. */
const cursorText = ({ rank, userId }: MembershipDocument): string => `${rank}~${userId}`;
const placeOf = (groupId: string, cursor: string | undefined): Pick<PagedQuery, 'after'> => {
  const [rank, userId] = cursor?.split('~') ?? [];
  return rank === undefined || userId === undefined
    ? {}
    : { after: { value: rank, id: membershipId(groupId, userId) } };
};

/** @param after the `next` of the page before. */
export const memberPage = async (
  context: Context,
  group: GroupDocument,
  {
    search = '',
    after,
    limit = limits.memberPage,
  }: { search?: string | undefined; after?: string | undefined; limit?: number | undefined },
): Promise<MemberPage> => {
  const wanted = search.toLocaleLowerCase('en-US').split(/\s+/).filter(Boolean);
  const size = wanted.length === 0 ? limit + 1 : SEARCH_PAGE;
  const link = linkOf(context);
  const total = group.memberCount;
  const members: MemberView[] = [];
  let last: MembershipDocument | undefined;
  const query = { ...inGroup(group.id), ...placeOf(group.id, after) };
  for await (const page of pagesOf<MembershipDocument>(
    context.reads.active,
    collections.memberships.name,
    query,
    size,
  )) {
    const people = await loadPeople(
      context,
      page.map((member) => member.userId),
    );
    for (const member of page) {
      if (!matches(people.get(member.userId), wanted)) continue;
      if (members.length === limit && last !== undefined) return { members, total, next: cursorText(last) };
      last = member;
      members.push(memberView(member, people, link));
    }
    await breathe();
  }
  return { members, total, next: null };
};

type Named = Pick<UserDocument, 'firstName' | 'lastName' | 'phone'>;

/** Every word begins some word of the name; who has none is found by the digits that stand for them. */
const matches = (person: Named | undefined, wanted: readonly string[]): boolean => {
  if (wanted.length === 0) return true;
  if (person === undefined) return false;
  const name = `${person.firstName ?? ''} ${person.lastName ?? ''}`.trim();
  const shown = name === '' && person.phone !== null ? lastTwoDigits(person.phone) : name;
  const words = shown.toLocaleLowerCase('en-US').split(/\s+/);
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
};
