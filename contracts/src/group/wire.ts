import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { plainText, requiredText, yesOrNo } from '../kernel/fields.ts';
import { carries, type Frames, type OfGroup } from '../kernel/frame.ts';
import { limits } from '../kernel/limits.ts';
import { defaultGroupSettings, type GroupSettings, type Role } from '../kernel/permissions.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';

export type MemberView = {
  readonly userId: PersonView;
  readonly role: Role;
  readonly joinedAt: string;
};

export type GroupView = {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly createdBy: PersonView;
  readonly createdAt: string;
  readonly memberCount: number;
  readonly settings: GroupSettings;
  /** The viewer's own role. */
  readonly role: Role;
  readonly isAlreadyMember: true;
  /** Owner and admins first, then by joining time. Only the first page in `GET /api/groups/{id}`, and the first five in lists. */
  readonly members: readonly MemberView[];
  /** Only for members who may invite. */
  readonly inviteCode?: string;
  readonly inviteLink?: string;
  readonly sixDigitCode?: string;
  /** Messages by others that the viewer has not read, at most 100. Only in `my-groups`. */
  readonly unreadCount?: number;
  /** Those of them that mention the viewer or everyone, or reply to the viewer. Only in `my-groups`. */
  readonly mentionCount?: number;
  /** Order of the last message counted in `unreadCount`; add later ones to it. Only in `my-groups`. */
  readonly countedUpTo?: string;
  /** The first of the unread messages, while the viewer has read none. Only in `my-groups`. */
  readonly firstUnreadMessageId?: string;
  /** When its chat began, or `null`. Only in `my-groups`. */
  readonly firstMessageAt?: string | null;
  /** The last message the viewer has read, or `null`. Only in `my-groups` and `GET /api/groups/{id}`. */
  readonly lastReadMessageId?: string | null;
  /** Ids of the polls of which no time was chosen yet, the newest first. Only in `my-groups` and `GET /api/groups/{id}`; absent if there are none. */
  readonly polls?: readonly string[];
  /** Revision of the group and its membership; the newer view wins. */
  readonly revision: number;
};

type OfTheViewer =
  | 'role'
  | 'isAlreadyMember'
  | 'members'
  | 'unreadCount'
  | 'mentionCount'
  | 'countedUpTo'
  | 'firstUnreadMessageId'
  | 'firstMessageAt'
  | 'lastReadMessageId'
  | 'polls';

/**
 * A group in a form that any member may see: with the invitation only if every member may invite. Its `inviteLink` may be
 * relative to the product's address.
 */
export type SharedGroupView = Omit<GroupView, OfTheViewer>;

export type GroupsView = {
  readonly groups: readonly GroupView[];
  /** Unread items of Activity, at most 100. */
  readonly activityUnread: number;
  /** Those of them that are not of messages, at most 100. */
  readonly changesUnread: number;
  /** The last change of each audience that the response is known to include: the person's own and those of the groups. */
  readonly sequences: Readonly<Record<string, number>>;
};

export const groupName = requiredText(limits.groupName, 'Group name is required');

export const groupDescription = requiredText(limits.groupDescription, 'Group description is required');

/** Stored names of the settings, with the words that clients send. */
const groupSettings = z.object(
  {
    allowMembersCreateEvents: yesOrNo,
    allowMembersInvite: yesOrNo,
    allowMembersEditGroupDetails: yesOrNo,
  } satisfies Record<keyof GroupSettings, unknown>,
  { error: 'These settings are not valid' },
);

export const createGroupBody = z.object({
  name: groupName,
  description: groupDescription,
  /** Address returned by `upload-group-image`. */
  imageUrl: plainText(2000, 'Please upload the image again').nullish(),
  settings: groupSettings
    .partial()
    .transform((given) => ({ ...defaultGroupSettings, ...given }))
    .optional(),
});

export const groupDetailsBody = z.object({
  name: groupName,
  description: groupDescription,
});

export const groupSettingsBody = groupSettings
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Nothing to change');

export const deleteGroupBody = z.object({
  confirmationName: z.string({ error: 'Group name does not match' }).max(200),
});

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
  createGroup: {
    method: 'POST',
    path: '/api/groups',
    service: 'command',
    pace: 'daily',
    permission: ownProfile,
    body: createGroupBody,
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
    pace: 'change',
    permission: ownProfile,
    upload: 'groupImage',
    answer: answers<{ groupImageUrl: string }>(),
  },
  uploadImageOfGroup: {
    method: 'POST',
    path: '/api/groups/:id/upload-image',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'editDetails' },
    upload: 'image',
    answer: answers<{ group: GroupView }>(),
  },
  removeImageOfGroup: {
    method: 'DELETE',
    path: '/api/groups/:id/remove-image',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'editDetails' },
    answer: answers<{ group: GroupView }>(),
  },
  changeGroupDetails: {
    method: 'PUT',
    path: '/api/groups/:id/details',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'editDetails' },
    body: groupDetailsBody,
    answer: answers<{ group: GroupView }>(),
  },
  changeGroupSettings: {
    method: 'PUT',
    path: '/api/groups/:id/settings',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'changeSettings' },
    body: groupSettingsBody,
    answer: answers<{ group: GroupView }>(),
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/groups/:id',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'deleteGroup' },
    body: deleteGroupBody,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

type Group = OfGroup & { readonly group: SharedGroupView };
type Joined = Group & { readonly userId: string; readonly member: MemberView };
type Left = OfGroup & {
  readonly userId: string;
  readonly reason: 'left' | 'removed' | 'account-deleted';
  readonly group?: SharedGroupView;
};
/** `group` is absent if the person is no longer in the group; a separate frame announces the leaving. */
type OwnGroup = OfGroup & { readonly group?: GroupView };

export const groupFrames = {
  /** Details, image, settings or the owner changed. */
  groupUpdated: { of: ['group'], audience: 'group', payload: carries<Group>() },
  groupNameUpdatedInEvents: {
    of: ['groupName'],
    audience: 'group',
    payload: carries<OfGroup & { readonly groupName: string }>(),
  },
  /** New codes and a new link. Clients whose user may invite, but who do not receive them here, load the group again. */
  invitationRenewed: { of: ['group'], audience: 'group', payload: carries<Group>() },
  /** The list of removed members changed. */
  removalLifted: { of: [], audience: 'group', payload: carries<OfGroup>() },
  memberJoined: { of: ['member', 'group'], audience: 'group', payload: carries<Joined>() },
  /**
   * `reason: 'account-deleted'` also removes the person's messages and events, and may follow an earlier removal from the group.
   * `group` is absent once the group is deleted.
   */
  memberLeft: { of: [], also: ['group'], audience: 'group', payload: carries<Left>() },
  groupDeleted: { of: [], audience: 'group', payload: carries<OfGroup>() },
  /** A member's name, picture or role changed. */
  memberUpdated: { of: ['member'], audience: 'group', payload: carries<OfGroup & { readonly member: MemberView }>() },
  groupJoined: { of: [], also: ['ownGroup'], audience: 'person', payload: carries<OwnGroup>() },
  /** The person's own role changed, and with it what they may see of the group. */
  ownGroupUpdated: { of: [], also: ['ownGroup'], audience: 'person', payload: carries<OwnGroup>() },
  groupLeft: {
    of: [],
    audience: 'person',
    payload: carries<OfGroup & { readonly reason: 'left' | 'removed' | 'deleted' }>(),
  },
} as const satisfies Frames;
