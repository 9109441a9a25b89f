import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { useMemo } from 'react';
import { useSettledText } from '../../shared/hooks/use-settled-text.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { ofAudiences } from '../api/live-updates.ts';

type Wanted = { readonly groupId: string; readonly search: string; readonly limit: number };

const mentionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All members of a group, or a few whose names begin like the text. */
    mentionableMembers: build.query<readonly MemberView[], Wanted>({
      query: ({ groupId, search, limit }) =>
        call('groupMembers', { params: { id: groupId }, query: { search: search || undefined, limit } }),
      transformResponse: ({ members }: AnswerOf<'groupMembers'>) => members,
      providesTags: (_, __, { groupId }) => [{ type: 'groupMembers', id: groupId }, ...ofAudiences([groupId])],
    }),
  }),
});

type Group = Pick<GroupView, '_id' | 'memberCount' | 'members'>;

const NOBODY: readonly MemberView[] = [];

/** Members in an answer to a search. */
const SEARCH_PAGE_SIZE = 8;

const NOTHING = { search: '', limit: 0 };

/** Whether all members came with the group. */
const hasAll = ({ memberCount, members }: Group): boolean => members.length >= memberCount;

/** The search for the server, if not all members came with the group. */
const wantedOf = (group: Group, asked: string | undefined) => {
  const { memberCount } = group;
  if (asked === undefined || hasAll(group)) return NOTHING;
  if (memberCount <= limits.mentionsLoaded) return { search: '', limit: limits.mentionsLoaded };
  return asked === '' ? NOTHING : { search: asked, limit: SEARCH_PAGE_SIZE };
};

const NO_GROUP: Group = { _id: '', memberCount: 0, members: NOBODY };

/**
 * The people that a text can mention: the members who came with the group, and others once they are needed. `isSettled`: no more will
 * load.
 * @param asked how a name begins. Undefined if nobody is asked for.
 */
export const useMentionable = (
  group: Group = NO_GROUP,
  asked: string | undefined,
): { readonly members: readonly MemberView[]; readonly isSettled: boolean } => {
  const { _id: groupId, members } = group;
  const { search, limit } = wantedOf(group, asked);
  const settled = useSettledText(search, limits.mentionDebounce);
  const wanted = { groupId, search, limit };
  const { data: more = NOBODY, isFetching } = mentionApi.useMentionableMembersQuery(wanted, {
    skip: limit === 0 || search !== settled,
  });
  const all = useMemo(() => {
    const known = new Set(members.map(({ userId: { _id } }) => _id));
    return [...members, ...more.filter(({ userId: { _id } }) => !known.has(_id))];
  }, [members, more]);
  return { members: all, isSettled: search === settled && !isFetching };
};

/** Somebody as a member of a group. Null for somebody who is none, undefined while that is not known. */
export const useMember = (
  group: Group,
  person: PersonView,
  { isAsked }: { readonly isAsked: boolean },
): MemberView | null | undefined => {
  const isPerson = ({ userId }: MemberView): boolean => userId._id === person._id;
  const known = group.members.find(isPerson) ?? (hasAll(group) ? null : undefined);
  const wanted = { groupId: group._id, search: personName(person), limit: SEARCH_PAGE_SIZE };
  const { data } = mentionApi.useMentionableMembersQuery(wanted, { skip: known !== undefined || !isAsked });
  return known === undefined ? data && (data.find(isPerson) ?? null) : known;
};
