import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { GroupPreview, GroupView, MemberView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';

type Done = { readonly success: true };
type OnGroup<B> = { readonly groupId: string; readonly body: B };
type OnMember = { readonly groupId: string; readonly userId: string };
type MembersPage = AnswerOf<'groupMembers'>;
type WithGroup = { readonly group: GroupView };

const groupIn = ({ group }: WithGroup): GroupView => group;
/** What the list of groups is called among audiences: it is made up of many. */
export const MY_GROUPS = 'my-groups';
/** Joining a group brings its events to My Schedule. */
const myEvents = [{ type: 'Events' as const, id: MY_SCHEDULE }];

export const groupApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    myGroups: build.query<readonly GroupView[], void>({
      queryFn: async (_, __, ___, ask) => {
        const { data, error, meta } = await ask(call('myGroups'));
        if (error !== undefined) return { error, meta };
        const { groups, sequences } = data as AnswerOf<'myGroups'>;
        return { data: groups, meta: { ...meta, sequences } };
      },
      providesTags: ['Groups'],
    }),
    /** The first members are in it; the rest come by `groupMembers`. */
    group: build.query<GroupView, string>({
      query: (id) => call('group', { params: { id } }),
      transformResponse: groupIn,
      providesTags: (_, __, id) => [{ type: 'Group', id }],
    }),
    /** Pages of members, owner first; `search` looks in their names. */
    groupMembers: build.infiniteQuery<
      MembersPage,
      { readonly groupId: string } & Pick<QueryOf<'groupMembers'>, 'search'>,
      string | undefined
    >({
      query: ({ queryArg: { groupId, search }, pageParam }) =>
        call('groupMembers', {
          params: { id: groupId },
          query: { ...(search ? { search } : {}), ...(pageParam === undefined ? {} : { after: pageParam }) },
        }),
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      providesTags: (_, __, { groupId }) => [{ type: 'Members', id: groupId }],
    }),
    previewGroup: build.query<GroupPreview, string>({
      query: (code) => call('previewGroup', { params: { code } }),
      transformResponse: ({ group }: AnswerOf<'previewGroup'>) => group,
      keepUnusedDataFor: 0,
    }),

    createGroup: build.mutation<AnswerOf<'createGroup'>, BodyInputOf<'createGroup'>>({
      query: (body) => call('createGroup', { body }),
    }),
    joinByCode: build.mutation<GroupView, BodyInputOf<'joinByCode'>>({
      query: (body) => call('joinByCode', { body }),
      transformResponse: groupIn,
      invalidatesTags: (group) => (group === undefined ? [] : myEvents),
    }),
    joinByLink: build.mutation<GroupView, BodyInputOf<'joinByLink'>>({
      query: (body) => call('joinByLink', { body }),
      transformResponse: groupIn,
      invalidatesTags: (group) => (group === undefined ? [] : myEvents),
    }),
    changeGroupDetails: build.mutation<GroupView, OnGroup<BodyInputOf<'changeGroupDetails'>>>({
      query: ({ groupId, body }) => call('changeGroupDetails', { params: { id: groupId }, body }),
      transformResponse: groupIn,
    }),
    changeGroupSettings: build.mutation<GroupView, OnGroup<BodyInputOf<'changeGroupSettings'>>>({
      query: ({ groupId, body }) => call('changeGroupSettings', { params: { id: groupId }, body }),
      transformResponse: groupIn,
    }),
    removeImageOfGroup: build.mutation<GroupView, string>({
      query: (id) => call('removeImageOfGroup', { params: { id } }),
      transformResponse: groupIn,
    }),
    removeMember: build.mutation<GroupView, OnMember>({
      query: ({ groupId, userId }) => call('removeMember', { params: { id: groupId, userId } }),
      transformResponse: groupIn,
      invalidatesTags: (group) => membersOf(group),
    }),
    changeRole: build.mutation<GroupView, OnMember & BodyInputOf<'changeRole'>>({
      query: ({ groupId, userId, role }) => call('changeRole', { params: { id: groupId, userId }, body: { role } }),
      transformResponse: groupIn,
      invalidatesTags: (group) => membersOf(group),
    }),
    transferOwnership: build.mutation<GroupView, OnMember>({
      query: ({ groupId, userId }) => call('transferOwnership', { params: { id: groupId }, body: { userId } }),
      transformResponse: groupIn,
      invalidatesTags: (group) => membersOf(group),
    }),
    deleteGroup: build.mutation<Done, OnGroup<BodyInputOf<'deleteGroup'>>>({
      query: ({ groupId, body }) => call('deleteGroup', { params: { id: groupId }, body }),
    }),
    leaveGroup: build.mutation<Done, string>({
      query: (groupId) => call('leaveGroup', { params: { id: groupId } }),
    }),
    readGroupUpTo: build.mutation<Done, { readonly groupId: string; readonly messageId: string }>({
      query: ({ groupId, messageId }) => call('readGroupUpTo', { params: { id: groupId }, body: { messageId } }),
    }),
  }),
});

const membersOf = (group: GroupView | undefined) =>
  group === undefined ? [] : [{ type: 'Members' as const, id: group._id }];

/** Members of all loaded pages. */
export const membersIn = (pages: readonly MembersPage[] | undefined): readonly MemberView[] =>
  pages?.flatMap(({ members }) => members) ?? [];

export const {
  useMyGroupsQuery,
  useGroupQuery,
  useGroupMembersInfiniteQuery,
  usePreviewGroupQuery,
  useLazyPreviewGroupQuery,
  useCreateGroupMutation,
  useJoinByCodeMutation,
  useJoinByLinkMutation,
  useChangeGroupDetailsMutation,
  useChangeGroupSettingsMutation,
  useRemoveImageOfGroupMutation,
  useRemoveMemberMutation,
  useChangeRoleMutation,
  useTransferOwnershipMutation,
  useDeleteGroupMutation,
  useLeaveGroupMutation,
} = groupApi;
