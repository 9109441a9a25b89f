import type { RemovedMemberView } from '@quorum/contracts/group/members.ts';
import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call, type Keyed } from '../api/call.ts';
import { announces, EVERY_GROUP, liveUpdates, OWN } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';
import { activityCounted } from './activity-counts-slice.ts';
import { groupPatches, groupsPatches, isMoved, type MemberPages, memberPatches } from './group-live-updates.ts';

type OnGroup<B> = { readonly groupId: string; readonly body: B };
type OnMember = { readonly groupId: string; readonly userId: string };
type MembersPage = AnswerOf<'groupMembers'>;
type MembersArg = { readonly groupId: string } & Pick<QueryOf<'groupMembers'>, 'search'>;
type WithGroup = { readonly group: GroupView };

const groupIn = ({ group }: WithGroup): GroupView => group;
const joinedGroup = (group: GroupView): Change => ({ name: 'groupJoined', payload: { groupId: group._id, group } });
const updatesGroup = {
  transformResponse: groupIn,
  ...announces<GroupView, unknown>((group) => ({ name: 'ownGroupUpdated', payload: { groupId: group._id, group } })),
};

/** New codes were made, and this change was sent without them although the viewer may know them. */
const lacksInvite = (known: GroupView | undefined, pushed: SharedGroupView): boolean =>
  pushed.inviteCode === undefined && known?.inviteCode !== undefined;

export const groupApi = baseApi.injectEndpoints({
  // oxlint-disable-next-line max-lines-per-function -- A table with a row for each endpoint.
  endpoints: (build) => ({
    myGroups: build.query<readonly GroupView[], void>({
      queryFn: async (_, { dispatch }, ___, ask) => {
        const { data, error, meta } = await ask(call('myGroups'));
        if (error !== undefined) return { error, meta };
        const { groups, activityUnread, changesUnread, sequences } = data as AnswerOf<'myGroups'>;
        dispatch(activityCounted({ unread: activityUnread, changes: changesUnread }));
        return { data: groups, meta: { ...meta, sequences } };
      },
      ...liveUpdates<readonly GroupView[], void>({
        tag: () => ({ type: 'myGroups' }),
        follows: () => [OWN, EVERY_GROUP],
        patches: groupsPatches,
        reloads: {
          invitationRenewed: ({ groupId, group }, groups) =>
            lacksInvite(
              groups.find(({ _id }) => _id === groupId),
              group,
            ),
        },
      }),
    }),
    /** Includes the first members only. `groupMembers` loads the rest. */
    group: build.query<GroupView, string>({
      query: (id) => call('group', { params: { id } }),
      transformResponse: groupIn,
      ...liveUpdates<GroupView, string>({
        tag: (id) => ({ type: 'group', id }),
        group: (id) => id,
        audience: groupAudience,
        patches: groupPatches,
        reloads: { invitationRenewed: ({ group: pushed }, group) => lacksInvite(group, pushed) },
      }),
    }),
    /** Pages of members, owner and admins first. `search` matches their names. */
    groupMembers: build.infiniteQuery<MembersPage, MembersArg, string | undefined>({
      query: ({ queryArg: { groupId, search }, pageParam }) =>
        call('groupMembers', {
          params: { id: groupId },
          query: { search: search || undefined, after: pageParam },
        }),
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      ...liveUpdates<MemberPages, MembersArg>({
        tag: ({ groupId }) => ({ type: 'groupMembers', id: groupId }),
        group: ({ groupId }) => groupId,
        patches: memberPatches,
        reloads: {
          // Owner and admins come first, and may not be among the loaded pages.
          memberUpdated: ({ member }, list) => isMoved(list, member),
          // The list may be left over from an earlier membership.
          groupJoined: () => true,
        },
      }),
    }),
    removedMembers: build.query<readonly RemovedMemberView[], string>({
      query: (id) => call('removedMembers', { params: { id } }),
      transformResponse: ({ removed }: AnswerOf<'removedMembers'>) => removed,
      ...liveUpdates<readonly RemovedMemberView[], string>({
        tag: (id) => ({ type: 'removedMembers', id }),
        group: (id) => id,
        reloads: { removalLifted: () => true, memberLeft: () => true, memberJoined: () => true },
      }),
    }),
    previewGroup: build.query<GroupPreview, string>({
      query: (code) => call('previewGroup', { params: { code } }),
      transformResponse: ({ group }: AnswerOf<'previewGroup'>) => group,
      keepUnusedDataFor: 0,
    }),

    createGroup: build.mutation<AnswerOf<'createGroup'>, Keyed<BodyInputOf<'createGroup'>>>({
      query: ({ body, idempotencyKey }) => call('createGroup', { body, idempotencyKey }),
      ...announces(({ group }) => joinedGroup(group)),
    }),
    joinByCode: build.mutation<GroupView, BodyInputOf<'joinByCode'>>({
      query: (body) => call('joinByCode', { body }),
      transformResponse: groupIn,
      ...announces(joinedGroup),
    }),
    joinByLink: build.mutation<GroupView, BodyInputOf<'joinByLink'>>({
      query: (body) => call('joinByLink', { body }),
      transformResponse: groupIn,
      ...announces(joinedGroup),
    }),
    changeGroupDetails: build.mutation<GroupView, OnGroup<BodyInputOf<'changeGroupDetails'>>>({
      query: ({ groupId, body }) => call('changeGroupDetails', { params: { id: groupId }, body }),
      ...updatesGroup,
    }),
    changeGroupSettings: build.mutation<GroupView, OnGroup<BodyInputOf<'changeGroupSettings'>>>({
      query: ({ groupId, body }) => call('changeGroupSettings', { params: { id: groupId }, body }),
      ...updatesGroup,
    }),
    removeImageOfGroup: build.mutation<GroupView, string>({
      query: (id) => call('removeImageOfGroup', { params: { id } }),
      ...updatesGroup,
    }),
    removeMember: build.mutation<GroupView, OnMember & BodyInputOf<'removeMember'>>({
      query: ({ groupId, userId, ...body }) => call('removeMember', { params: { id: groupId, userId }, body }),
      ...updatesGroup,
      invalidatesTags: (group, _, { groupId }) => [...membersOf(group), { type: 'removedMembers', id: groupId }],
    }),
    letBackIn: build.mutation<Success, OnMember>({
      query: ({ groupId, userId }) => call('letBackIn', { params: { id: groupId, userId } }),
      invalidatesTags: (_, __, { groupId }) => [{ type: 'removedMembers', id: groupId }],
    }),
    renewInvitation: build.mutation<GroupView, string>({
      query: (id) => call('renewInvitation', { params: { id } }),
      ...updatesGroup,
    }),
    changeRole: build.mutation<GroupView, OnMember & BodyInputOf<'changeRole'>>({
      query: ({ groupId, userId, role }) => call('changeRole', { params: { id: groupId, userId }, body: { role } }),
      ...updatesGroup,
      invalidatesTags: (group) => membersOf(group),
    }),
    transferOwnership: build.mutation<GroupView, OnMember>({
      query: ({ groupId, userId }) => call('transferOwnership', { params: { id: groupId }, body: { userId } }),
      ...updatesGroup,
      invalidatesTags: (group) => membersOf(group),
    }),
    deleteGroup: build.mutation<Success, OnGroup<BodyInputOf<'deleteGroup'>>>({
      query: ({ groupId, body }) => call('deleteGroup', { params: { id: groupId }, body }),
      ...announces((_, { groupId }) => ({ name: 'groupDeleted', payload: { groupId } })),
    }),
    leaveGroup: build.mutation<Success, string>({
      query: (groupId) => call('leaveGroup', { params: { id: groupId } }),
      ...announces((_, groupId) => ({ name: 'groupLeft', payload: { groupId, reason: 'left' } })),
    }),
    readGroupUpTo: build.mutation<Success, { readonly groupId: string; readonly messageId: string }>({
      query: ({ groupId, messageId }) =>
        call('readGroupUpTo', { params: { id: groupId }, body: { messageId }, keepalive: true }),
    }),
  }),
});

const membersOf = (group: GroupView | undefined) =>
  group === undefined ? [] : [{ type: 'groupMembers' as const, id: group._id }];

export const membersIn = (pages: readonly MembersPage[] | undefined): readonly MemberView[] =>
  pages?.flatMap(({ members }) => members) ?? [];
