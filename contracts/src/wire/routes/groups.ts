import * as groups from '../schemas/groups.ts';
import type { GroupPreview, GroupsView, GroupView, MemberView } from '../views.ts';
import { answers, ownProfile, type Route, type Success } from './route.ts';

/** Groups, their members, and invitations to them. */
export const groupRoutes = {
  myGroups: {
    method: 'GET',
    path: '/api/groups/my-groups',
    service: 'query',
    policy: ownProfile,
    answer: answers<GroupsView>(),
  },
  group: {
    method: 'GET',
    path: '/api/groups/:id',
    service: 'query',
    policy: { access: 'profile', rule: 'readGroup' },
    answer: answers<{ group: GroupView }>(),
  },
  groupMembers: {
    method: 'GET',
    path: '/api/groups/:id/members',
    service: 'query',
    policy: { access: 'profile', rule: 'readGroup' },
    query: groups.membersQuery,
    answer: answers<{
      members: MemberView[];
      total: number;
      next: string | null;
    }>(),
  },
  createGroup: {
    method: 'POST',
    path: '/api/groups',
    service: 'command',
    policy: ownProfile,
    body: groups.createGroupBody,
    orUpload: 'image',
    answer: answers<{
      group: GroupView;
      inviteCode: string;
      inviteLink: string;
      sixDigitCode: string;
    }>(),
  },
  uploadGroupImage: {
    method: 'POST',
    path: '/api/auth/upload-group-image',
    service: 'command',
    policy: ownProfile,
    upload: 'groupImage',
    answer: answers<{ groupImageUrl: string }>(),
  },
  uploadImageOfGroup: {
    method: 'POST',
    path: '/api/groups/:id/upload-image',
    service: 'command',
    policy: { access: 'profile', rule: 'editDetails' },
    upload: 'image',
    answer: answers<{ group: GroupView }>(),
  },
  removeImageOfGroup: {
    method: 'DELETE',
    path: '/api/groups/:id/remove-image',
    service: 'command',
    policy: { access: 'profile', rule: 'editDetails' },
    answer: answers<{ group: GroupView }>(),
  },
  changeGroupDetails: {
    method: 'PUT',
    path: '/api/groups/:id/details',
    service: 'command',
    policy: { access: 'profile', rule: 'editDetails' },
    body: groups.groupDetailsBody,
    answer: answers<{ group: GroupView }>(),
  },
  changeGroupSettings: {
    method: 'PUT',
    path: '/api/groups/:id/settings',
    service: 'command',
    policy: { access: 'profile', rule: 'changeSettings' },
    body: groups.groupSettingsBody,
    answer: answers<{ group: GroupView }>(),
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/groups/:id',
    service: 'command',
    policy: { access: 'profile', rule: 'deleteGroup' },
    body: groups.deleteGroupBody,
    answer: answers<Success>(),
  },
  leaveGroup: {
    method: 'POST',
    path: '/api/groups/:id/leave',
    service: 'command',
    policy: { access: 'profile', rule: 'leaveGroup' },
    answer: answers<Success>(),
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/groups/:id/members/:userId',
    service: 'command',
    policy: { access: 'profile', rule: 'removeMember' },
    answer: answers<{ group: GroupView }>(),
  },
  changeRole: {
    method: 'PUT',
    path: '/api/groups/:id/members/:userId/role',
    service: 'command',
    policy: { access: 'profile', rule: 'changeRoles' },
    body: groups.roleBody,
    answer: answers<{ group: GroupView }>(),
  },
  transferOwnership: {
    method: 'POST',
    path: '/api/groups/:id/transfer',
    service: 'command',
    policy: { access: 'profile', rule: 'transferOwnership' },
    body: groups.transferBody,
    answer: answers<{ group: GroupView }>(),
  },
  previewGroup: {
    method: 'GET',
    path: '/api/groups/preview/:code',
    service: 'command',
    policy: ownProfile,
    answer: answers<{ group: GroupPreview }>(),
  },
  joinByCode: {
    method: 'POST',
    path: '/api/groups/join/code',
    service: 'command',
    policy: ownProfile,
    body: groups.joinByCodeBody,
    answer: answers<{ group: GroupView }>(),
  },
  joinByLink: {
    method: 'POST',
    path: '/api/groups/join/link',
    service: 'command',
    policy: ownProfile,
    body: groups.joinByLinkBody,
    answer: answers<{ group: GroupView }>(),
  },
} as const satisfies { readonly [name: string]: Route };
