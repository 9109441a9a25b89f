import type { z } from 'zod';
import type { Policy } from './policy.ts';
import * as auth from './schemas/auth.ts';
import * as events from './schemas/events.ts';
import * as groups from './schemas/groups.ts';
import * as messages from './schemas/messages.ts';
import type {
  ConflictView,
  EventView,
  GroupPreview,
  GroupView,
  LinkItemView,
  MediaItemView,
  MemberView,
  MessageView,
  ReportView,
  UserView,
} from './views.ts';

/**
 * Every call under `/api`: which service answers it, who may make it, what it takes and what it answers. Both services and
 * the client are built from this table; a route without a policy does not compile.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` segments. */
  readonly path: `/api/${string}`;
  readonly service: 'command' | 'query';
  readonly policy: Policy;
  /** JSON body; absent for calls without one and for uploads. */
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Multipart with one file in this field. */
  readonly upload?: string;
  /**
   * Besides JSON, multipart with the same names as fields, those that are no text as JSON text, and at most one file in
   * this field.
   */
  readonly orUpload?: string;
  /** As how many requests it counts where too many are refused; 1 when absent. */
  readonly cost?: number;
  /** Type of the answer; holds no value. */
  readonly answer: Answer<unknown>;
};

type Answer<T> = { readonly type?: T };
const answers = <T>(): Answer<T> => ({});

type Success = { readonly success: true };
type Sent = { readonly userExists: boolean; readonly message: string };

const open = { access: 'public' } as const satisfies Policy;
const ownSession = { access: 'session', rule: 'own' } as const satisfies Policy;
const ownProfile = { access: 'profile', rule: 'own' } as const satisfies Policy;

export const routes = {
  login: {
    method: 'POST',
    path: '/api/auth/login',
    service: 'command',
    policy: open,
    body: auth.sendCodeBody,
    answer: answers<Sent>(),
  },
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    service: 'command',
    policy: open,
    body: auth.sendCodeBody,
    answer: answers<Sent>(),
  },
  verifyLogin: {
    method: 'POST',
    path: '/api/auth/verify-login',
    service: 'command',
    policy: open,
    body: auth.verifyBody,
    answer: answers<{ token: string; user: UserView }>(),
  },
  verifySignup: {
    method: 'POST',
    path: '/api/auth/verify-signup',
    service: 'command',
    policy: open,
    body: auth.verifyBody,
    answer: answers<{ token: string; user: UserView }>(),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    service: 'command',
    policy: ownSession,
    answer: answers<Success>(),
  },
  me: {
    method: 'GET',
    path: '/api/auth/me',
    service: 'query',
    policy: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  updateEmail: {
    method: 'POST',
    path: '/api/auth/update-email',
    service: 'command',
    policy: ownSession,
    body: auth.emailBody,
    answer: answers<{ user: UserView }>(),
  },
  updateName: {
    method: 'POST',
    path: '/api/auth/update-name',
    service: 'command',
    policy: ownSession,
    body: auth.nameBody,
    answer: answers<{ user: UserView }>(),
  },
  updatePhone: {
    method: 'POST',
    path: '/api/auth/update-phone',
    service: 'command',
    policy: ownProfile,
    body: auth.phoneBody,
    answer: answers<{ verificationRequired: true } | { user: UserView }>(),
  },
  uploadProfilePicture: {
    method: 'POST',
    path: '/api/auth/upload-profile-picture',
    service: 'command',
    policy: ownSession,
    upload: 'profilePicture',
    answer: answers<{ user: UserView }>(),
  },
  completeProfile: {
    method: 'POST',
    path: '/api/auth/complete-profile',
    service: 'command',
    policy: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/auth/delete-account',
    service: 'command',
    policy: ownSession,
    answer: answers<Success>(),
  },
  /** A ZIP, streamed. */
  downloadMyData: {
    method: 'GET',
    path: '/api/auth/my-data',
    service: 'query',
    policy: ownProfile,
    cost: 50,
    answer: answers<Blob>(),
  },
  uploadGroupImage: {
    method: 'POST',
    path: '/api/auth/upload-group-image',
    service: 'command',
    policy: ownProfile,
    upload: 'groupImage',
    answer: answers<{ groupImageUrl: string }>(),
  },
  colorPreferences: {
    method: 'GET',
    path: '/api/auth/group-color-preferences',
    service: 'query',
    policy: ownProfile,
    answer: answers<{ preferences: Record<string, number> }>(),
  },
  chooseColor: {
    method: 'POST',
    path: '/api/auth/group-color-preferences',
    service: 'command',
    policy: { access: 'profile', rule: 'readGroup' },
    body: auth.colorPreferenceBody,
    answer: answers<Success>(),
  },
  pinPreferences: {
    method: 'GET',
    path: '/api/auth/group-pin-preferences',
    service: 'query',
    policy: ownProfile,
    answer: answers<{ preferences: Record<string, true> }>(),
  },
  pinGroup: {
    method: 'POST',
    path: '/api/auth/group-pin-preferences',
    service: 'command',
    policy: { access: 'profile', rule: 'readGroup' },
    body: auth.pinPreferenceBody,
    answer: answers<Success>(),
  },

  myGroups: {
    method: 'GET',
    path: '/api/groups/my-groups',
    service: 'query',
    policy: ownProfile,
    answer: answers<{ groups: GroupView[] }>(),
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
  readGroupUpTo: {
    method: 'POST',
    path: '/api/groups/:id/read',
    service: 'command',
    policy: { access: 'profile', rule: 'chat' },
    body: messages.readBody,
    answer: answers<Success>(),
  },

  addressAutocomplete: {
    method: 'GET',
    path: '/api/events/address-autocomplete',
    service: 'query',
    policy: ownProfile,
    query: events.autocompleteQuery,
    answer: answers<{ suggestions: string[] }>(),
  },
  checkConflicts: {
    method: 'POST',
    path: '/api/events/check-conflicts',
    service: 'query',
    policy: ownProfile,
    body: events.conflictsBody,
    answer: answers<{ hasConflicts: boolean; conflicts: ConflictView[] }>(),
  },
  events: {
    method: 'GET',
    path: '/api/events',
    service: 'query',
    policy: { access: 'profile', rule: 'readGroup' },
    query: events.eventsQuery,
    cost: 5,
    answer: answers<{ events: EventView[]; next?: string }>(),
  },
  createEvent: {
    method: 'POST',
    path: '/api/events',
    service: 'command',
    policy: { access: 'profile', rule: 'createEvents' },
    body: events.createEventBody,
    answer: answers<{ event: EventView }>(),
  },
  changeEvent: {
    method: 'PUT',
    path: '/api/events/:id',
    service: 'command',
    policy: { access: 'profile', rule: 'changeEvent' },
    body: events.changeEventBody,
    answer: answers<{ event: EventView }>(),
  },
  deleteEvent: {
    method: 'DELETE',
    path: '/api/events/:id',
    service: 'command',
    policy: { access: 'profile', rule: 'changeEvent' },
    answer: answers<Success>(),
  },

  messages: {
    method: 'GET',
    path: '/api/messages/group/:groupId',
    service: 'query',
    policy: { access: 'profile', rule: 'chat' },
    query: messages.messagesQuery,
    cost: 5,
    answer: answers<{ messages: MessageView[]; hasMore: boolean }>(),
  },
  filesByDate: {
    method: 'GET',
    path: '/api/messages/group/:groupId/files',
    service: 'query',
    policy: { access: 'profile', rule: 'chat' },
    query: messages.mediaQuery,
    cost: 5,
    answer: answers<{ filesByDate: Record<string, MediaItemView[]> }>(),
  },
  imagesByDate: {
    method: 'GET',
    path: '/api/messages/group/:groupId/images',
    service: 'query',
    policy: { access: 'profile', rule: 'chat' },
    query: messages.mediaQuery,
    cost: 5,
    answer: answers<{ imagesByDate: Record<string, MediaItemView[]> }>(),
  },
  linksByDate: {
    method: 'GET',
    path: '/api/messages/group/:groupId/links',
    service: 'query',
    policy: { access: 'profile', rule: 'chat' },
    query: messages.mediaQuery,
    cost: 5,
    answer: answers<{ linksByDate: Record<string, LinkItemView[]> }>(),
  },
  sendMessage: {
    method: 'POST',
    path: '/api/messages/send',
    service: 'command',
    policy: { access: 'profile', rule: 'chat' },
    body: messages.sendMessageBody,
    answer: answers<{ message: MessageView }>(),
  },
  sendFile: {
    method: 'POST',
    path: '/api/messages/send-file',
    service: 'command',
    policy: { access: 'profile', rule: 'chat' },
    upload: 'file',
    answer: answers<{ message: MessageView }>(),
  },
  editMessage: {
    method: 'PUT',
    path: '/api/messages/:id',
    service: 'command',
    policy: { access: 'profile', rule: 'editMessage' },
    body: messages.editMessageBody,
    answer: answers<{ message: MessageView }>(),
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/api/messages/:id',
    service: 'command',
    policy: { access: 'profile', rule: 'deleteMessage' },
    answer: answers<Success>(),
  },
  addReaction: {
    method: 'POST',
    path: '/api/messages/:id/reaction',
    service: 'command',
    policy: { access: 'profile', rule: 'reactToMessage' },
    body: messages.reactionBody,
    answer: answers<Success>(),
  },
  removeReaction: {
    method: 'DELETE',
    path: '/api/messages/:id/reaction',
    service: 'command',
    policy: { access: 'profile', rule: 'reactToMessage' },
    body: messages.reactionBody,
    answer: answers<Success>(),
  },

  report: {
    method: 'POST',
    path: '/api/reports',
    service: 'command',
    policy: { access: 'profile', rule: 'reportMessage' },
    body: messages.reportBody,
    answer: answers<{ report: ReportView }>(),
  },

  appConfig: {
    method: 'GET',
    path: '/api/config/app',
    service: 'query',
    policy: open,
    answer: answers<{
      ios_app_store_url: string;
      android_play_store_url: string;
      app_download_enabled: string;
    }>(),
  },
  developmentSms: {
    method: 'GET',
    path: '/api/dev/sms',
    service: 'command',
    policy: { access: 'development' },
    answer: answers<{
      messages: { to: string; body: string; sentAt: string }[];
    }>(),
  },
} as const satisfies { readonly [name: string]: Route };

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type AnswerOf<N extends RouteName> = Routes[N]['answer'] extends Answer<infer T> ? T : never;
export type BodyOf<N extends RouteName> = Routes[N] extends {
  body: infer B extends z.ZodType;
}
  ? z.output<B>
  : undefined;
/** What a caller may give: before defaults are filled in. */
export type BodyInputOf<N extends RouteName> = Routes[N] extends {
  body: infer B extends z.ZodType;
}
  ? z.input<B>
  : undefined;
export type QueryOf<N extends RouteName> = Routes[N] extends {
  query: infer Q extends z.ZodType;
}
  ? z.output<Q>
  : undefined;
