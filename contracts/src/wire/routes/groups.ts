import * as groups from '../schemas/groups.ts';
import type { GroupPreview, GroupsView, GroupView, InvitationView, MemberView, RemovedMemberView } from '../views.ts';
import { answers, open, ownProfile, type Route, type Success } from './route.ts';

/** Groups, their members, and invitations to them. */
export const groupRoutes = {
  myGroups: {
    method: 'GET',
    path: '/api/groups/my-groups',
    service: 'query',
    permission: ownProfile,
    answer: answers<GroupsView>(),
  },
  group: {
    method: 'GET',
    path: '/api/groups/:id',
    service: 'query',
    permission: { access: 'profile', rule: 'readGroup' },
    answer: answers<{ group: GroupView }>(),
  },
  groupMembers: {
    method: 'GET',
    path: '/api/groups/:id/members',
    service: 'query',
    permission: { access: 'profile', rule: 'readGroup' },
    query: groups.membersQuery,
    compress: 'always',
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
    permission: ownProfile,
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
    permission: ownProfile,
    upload: 'groupImage',
    answer: answers<{ groupImageUrl: string }>(),
  },
  uploadImageOfGroup: {
    method: 'POST',
    path: '/api/groups/:id/upload-image',
    service: 'command',
    permission: { access: 'profile', rule: 'editDetails' },
    upload: 'image',
    answer: answers<{ group: GroupView }>(),
  },
  removeImageOfGroup: {
    method: 'DELETE',
    path: '/api/groups/:id/remove-image',
    service: 'command',
    permission: { access: 'profile', rule: 'editDetails' },
    answer: answers<{ group: GroupView }>(),
  },
  changeGroupDetails: {
    method: 'PUT',
    path: '/api/groups/:id/details',
    service: 'command',
    permission: { access: 'profile', rule: 'editDetails' },
    body: groups.groupDetailsBody,
    answer: answers<{ group: GroupView }>(),
  },
  changeGroupSettings: {
    method: 'PUT',
    path: '/api/groups/:id/settings',
    service: 'command',
    permission: { access: 'profile', rule: 'changeSettings' },
    body: groups.groupSettingsBody,
    answer: answers<{ group: GroupView }>(),
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/groups/:id',
    service: 'command',
    permission: { access: 'profile', rule: 'deleteGroup' },
    body: groups.deleteGroupBody,
    answer: answers<Success>(),
  },
  leaveGroup: {
    method: 'POST',
    path: '/api/groups/:id/leave',
    service: 'command',
    permission: { access: 'profile', rule: 'leaveGroup' },
    answer: answers<Success>(),
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/groups/:id/members/:userId',
    service: 'command',
    permission: { access: 'profile', rule: 'removeMember' },
    answer: answers<{ group: GroupView }>(),
  },
  removedMembers: {
    method: 'GET',
    path: '/api/groups/:id/removed',
    service: 'query',
    permission: { access: 'profile', rule: 'manageRemoved' },
    answer: answers<{ removed: RemovedMemberView[] }>(),
  },
  letBackIn: {
    method: 'DELETE',
    path: '/api/groups/:id/removed/:userId',
    service: 'command',
    permission: { access: 'profile', rule: 'manageRemoved' },
    answer: answers<Success>(),
  },
  renewInvitation: {
    method: 'POST',
    path: '/api/groups/:id/invitation/renew',
    service: 'command',
    permission: { access: 'profile', rule: 'renewInvitation' },
    answer: answers<{ group: GroupView; inviteCode: string; inviteLink: string; sixDigitCode: string }>(),
  },
  changeRole: {
    method: 'PUT',
    path: '/api/groups/:id/members/:userId/role',
    service: 'command',
    permission: { access: 'profile', rule: 'changeRoles' },
    body: groups.roleBody,
    answer: answers<{ group: GroupView }>(),
  },
  transferOwnership: {
    method: 'POST',
    path: '/api/groups/:id/transfer',
    service: 'command',
    permission: { access: 'profile', rule: 'transferOwnership' },
    body: groups.transferBody,
    answer: answers<{ group: GroupView }>(),
  },
  previewGroup: {
    method: 'GET',
    path: '/api/groups/preview/:code',
    service: 'command',
    permission: ownProfile,
    answer: answers<{ group: GroupPreview }>(),
  },
  /** For visitors who are asked to sign up first. Accepts only codes from links, because six digits can be guessed. */
  invitation: {
    method: 'GET',
    path: '/api/groups/invitation/:inviteCode',
    service: 'command',
    permission: open,
    cost: 5,
    answer: answers<{ invitation: InvitationView }>(),
  },
  joinByCode: {
    method: 'POST',
    path: '/api/groups/join/code',
    service: 'command',
    permission: ownProfile,
    body: groups.joinByCodeBody,
    answer: answers<{ group: GroupView }>(),
  },
  joinByLink: {
    method: 'POST',
    path: '/api/groups/join/link',
    service: 'command',
    permission: ownProfile,
    body: groups.joinByLinkBody,
    answer: answers<{ group: GroupView }>(),
  },
} as const satisfies { readonly [name: string]: Route };
