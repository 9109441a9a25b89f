import {
  collections,
  type GroupDocument,
  type MembershipDocument,
  type ReadMarkerDocument,
  type UserDocument,
} from '@quorum/contracts/documents/collections.ts';
import { membershipId, ownGroupId } from '@quorum/contracts/documents/keys.ts';
import { groupView, memberView } from '@quorum/contracts/documents/present.ts';
import { type PagedQuery, pagesOf } from '@quorum/contracts/ports/read-pages.ts';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import type { GroupView, MemberView } from '@quorum/contracts/wire/views.ts';
import { breathe } from './breathe.ts';
import { type Context, linkOf, loadPeople } from './context.ts';
import { membershipsOf, type Standing } from './membership.ts';
import { countUnread } from './unread.ts';

/** Members shown with each group of a list. */
const MEMBERS_IN_LISTS = 5;
/** Members that a search looks through in one go, before others have their turn. */
const SEARCH_PAGE = 100;

/** Owner first, then in the order of joining. */
const inGroup = (groupId: string) =>
  ({ where: { groupId }, order: { field: 'rank', direction: 'asc' } }) as const satisfies PagedQuery;

const firstMembers = ({ reads }: Context, groupId: string, limit: number) =>
  reads.active.query<MembershipDocument>(collections.memberships.name, { ...inGroup(groupId), limit });

export const readMarker = ({ reads }: Context, userId: string, groupId: string) =>
  reads.active.get<ReadMarkerDocument>(collections.readMarkers.name, ownGroupId(userId, groupId));

/** All groups of a person, the one joined last first, with unread counts and the first members. */
export const myGroups = async (context: Context, userId: string, origin: string): Promise<GroupView[]> => {
  const memberships = [...(await membershipsOf(context, userId))].reverse();
  const groups = await context.reads.active.getMany<GroupDocument>(
    collections.groups.name,
    memberships.map(({ groupId }) => groupId),
  );
  const details = await Promise.all(
    memberships.map(async (membership) => {
      const [members, marker] = await Promise.all([
        firstMembers(context, membership.groupId, MEMBERS_IN_LISTS),
        readMarker(context, userId, membership.groupId),
      ]);
      return { membership, members, marker, unreadCount: await countUnread(context, membership, marker) };
    }),
  );
  const people = await loadPeople(
    context,
    details
      .flatMap(({ members }) => members.map((member) => member.userId))
      .concat([...groups.values()].map((group) => group.ownerId)),
  );
  const link = linkOf(context);
  return details.flatMap(({ membership, members, marker, unreadCount }) => {
    const group = groups.get(membership.groupId);
    if (group === undefined) return [];
    const view = groupView(group, { userId, role: membership.role }, members, people, link, origin);
    return [{ ...view, unreadCount, lastReadMessageId: marker?.messageId ?? null }];
  });
};

export const oneGroup = async (context: Context, { group, facts }: Standing, origin: string): Promise<GroupView> => {
  const [members, marker] = await Promise.all([
    firstMembers(context, group.id, limits.memberPage),
    readMarker(context, facts.actorId, group.id),
  ]);
  const people = await loadPeople(context, [group.ownerId, ...members.map((member) => member.userId)]);
  const viewer = { userId: facts.actorId, role: facts.role ?? 'member' };
  const view = groupView(group, viewer, members, people, linkOf(context), origin);
  return { ...view, lastReadMessageId: marker?.messageId ?? null };
};

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
