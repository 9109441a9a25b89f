import { randomUUID } from 'node:crypto';
import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import type { RouteName } from '@quorum/contracts/routes.ts';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, freshPhone } from '../../support/product.ts';
import { pushTarget } from '../../support/push-target.ts';

/**
 * Every role. `former` was removed from the group. `author` is a plain member who wrote the message, and created the event and the poll
 * of the calls.
 */
export const roles = ['nobody', 'incomplete', 'outsider', 'former', 'member', 'author', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
type Statuses = { readonly [R in Role]: number };
export type Settings = 'on' | 'off';
export const inGroup = ['member', 'author', 'admin', 'owner'] as const;

export type World = {
  readonly people: { readonly [R in Role]: Client };
  readonly settings: Settings;
  readonly groupId: string;
  readonly inviteCode: string;
  readonly sixDigitCode: string;
  readonly messageId: string;
  readonly eventId: string;
  readonly pollId: string;
};

type Options = Parameters<Client['call']>[1];
export type Walk = {
  readonly on: Statuses;
  /** With the group's three settings off; by default as with them on. */
  readonly off?: Statuses;
  readonly request?: (world: World) => Options;
  /** Things that an allowed call makes unusable for the next one. */
  readonly spoils?: 'group' | 'people';
};

const all = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status])) as Statuses;
const signedIn: Statuses = { ...all(200), nobody: 401 };
const complete: Statuses = { ...signedIn, incomplete: 403 };
const members: Statuses = { ...complete, outsider: 403, former: 403 };
const leaders: Statuses = { ...members, member: 403, author: 403 };
const owner: Statuses = { ...leaders, admin: 403 };
/** Things whose existence outsiders must not learn. */
const hidden: Statuses = { ...members, outsider: 404, former: 404 };
const creator: Statuses = { ...hidden, member: 403, admin: 403, owner: 403 };
const invited: Statuses = { ...complete, former: 403 };
const joinable: Statuses = { ...invited, member: 409, author: 409, admin: 409, owner: 409 };

const ofGroup = ({ groupId }: World): Options => ({ params: { id: groupId } });
const ofPoll = ({ pollId }: World): Options => ({ params: { id: pollId } });
const ofChat = ({ groupId }: World): Options => ({ params: { groupId } });
const ofMedia = (world: World): Options => ({
  ...ofChat(world),
  query: { startDate: '2020-01-01', endDate: '2040-01-01' },
});
const form = (...parts: Parameters<typeof fileForm>): Options => ({ form: fileForm(...parts) });
const picture = smallPicture();

/** An event of another calendar. */
const imported = () => ({ uid: randomUUID(), name: 'Walk', date: '2030-05-14', time: '9:00' });
export const proposal = {
  name: 'Walk',
  duration: 60,
  timeZone: 'UTC',
  options: ['14', '15'].map((day) => ({ date: `2030-05-${day}`, time: '9:00' })),
};
const proposedId = optionIdOf('2030-05-14T09:00:00.000Z');

/** The expected answers of every call under `/api`: a missing route does not compile, and fails the test. */
export const permissionTable: { readonly [N in RouteName]: Walk } = {
  login: { on: all(404), request: () => ({ body: { phoneNumber: freshPhone() } }) },
  signup: { on: all(400), request: () => ({ body: { phoneNumber: '12' } }) },
  verifyLogin: { on: all(404), request: () => ({ body: { phoneNumber: freshPhone(), verificationCode: '000000' } }) },
  verifySignup: { on: all(400), request: () => ({ body: { phoneNumber: freshPhone(), verificationCode: '000000' } }) },
  appConfig: { on: all(200) },
  developmentSms: {
    on: all(200),
    request: () => ({ query: { phoneNumber: freshPhone() }, headers: { 'x-forwarded-for': '127.0.0.1' } }),
  },

  // User sessions never grant admin access; admin tests are separate.
  parkedEvents: { on: all(401) },
  adminSignIn: { on: all(401) },
  adminSignOut: { on: all(401), request: () => ({ body: { visitId: randomUUID() } }) },
  pendingReports: { on: all(401) },
  audit: { on: all(401) },
  auditChain: { on: all(401), request: () => ({ params: { correlationId: randomUUID() } }) },
  auditState: { on: all(401), request: () => ({ params: { stream: `user-${randomUUID()}` } }) },
  auditNames: { on: all(401), request: () => ({ query: { text: 'Ada' } }) },
  adminChanges: { on: all(401) },
  openReport: { on: all(401), request: () => ({ params: { id: randomUUID() } }) },
  reviewReport: { on: all(401), request: () => ({ body: { reportId: randomUUID(), action: 'allow' } }) },
  adminConfig: { on: all(401) },
  changeConfig: {
    on: all(401),
    request: () => ({ params: { key: 'app_download_enabled' }, body: { value: 'false' } }),
  },

  me: { on: signedIn },
  updateEmail: { on: signedIn, request: () => ({ body: { email: 'walk@example.org' } }) },
  updateName: { on: signedIn, request: () => ({ body: { firstName: 'Walk', lastName: 'Er' } }), spoils: 'people' },
  completeProfile: { on: { ...signedIn, incomplete: 400 } },
  uploadProfilePicture: { on: signedIn, request: () => form('profilePicture', picture) },
  logout: { on: signedIn, spoils: 'people' },
  sessions: { on: signedIn },
  checkIn: { on: signedIn },
  endSession: { on: { ...all(404), nobody: 401 }, request: () => ({ params: { id: 'x'.repeat(43) } }) },
  endOtherSessions: { on: signedIn },
  deleteAccount: { on: signedIn, spoils: 'people' },
  updatePhone: {
    on: { ...complete, outsider: 202, former: 202, member: 202, author: 202, admin: 202, owner: 202 },
    request: () => ({ body: { phoneNumber: freshPhone() } }),
  },
  // No change is pending here; cancelling is tested elsewhere.
  cancelPhoneChange: { on: { ...all(404), nobody: 401 } },
  stopPhoneChange: { on: all(404), request: () => ({ body: { token: 'a.b.c' } }) },
  downloadMyData: { on: complete },
  uploadGroupImage: { on: complete, request: () => form('groupImage', picture) },
  groupPreferences: { on: complete },
  changeGroupPreferences: { on: members, request: ({ groupId }) => ({ body: { groupId, pinned: true } }) },
  colorPreferences: { on: complete },
  pinPreferences: { on: complete },
  chooseColor: { on: members, request: ({ groupId }) => ({ body: { groupId, colorIndex: 2 } }) },
  chooseNotifications: { on: members, request: (world) => ({ ...ofGroup(world), body: { level: 'mentions' } }) },
  notifications: { on: complete },
  changeNotificationSettings: { on: complete, request: () => ({ body: { showText: false } }) },
  chooseReminderDefault: { on: complete, request: () => ({ body: { minutes: 10 } }) },
  // Before the subscriptions, so that nothing is sent.
  testPush: { on: complete },
  subscribeToPush: { on: complete, request: () => ({ body: pushTarget() }) },
  unsubscribeFromPush: { on: complete },
  pinGroup: { on: members, request: ({ groupId }) => ({ body: { groupId, isPinned: true } }) },
  activity: { on: complete },
  readActivity: { on: complete, request: () => ({ body: { upTo: new Date().toISOString() } }) },

  myGroups: { on: complete },
  createGroup: { on: complete, request: () => ({ body: { name: 'Another', description: 'Group' } }) },
  group: { on: members, request: ofGroup },
  groupMembers: { on: members, request: ofGroup },
  uploadImageOfGroup: {
    on: members,
    off: leaders,
    request: (world) => ({ ...ofGroup(world), ...form('image', picture) }),
  },
  removeImageOfGroup: { on: members, off: leaders, request: ofGroup },
  changeGroupDetails: {
    on: members,
    off: leaders,
    request: (world) => ({ ...ofGroup(world), body: { name: `Name ${randomUUID()}`, description: 'Changed' } }),
  },
  changeGroupSettings: {
    on: owner,
    request: (world) => ({ ...ofGroup(world), body: { allowMembersInvite: world.settings === 'off' } }),
    spoils: 'group',
  },
  deleteGroup: {
    on: owner,
    request: (world) => ({ ...ofGroup(world), body: { confirmationName: 'Walked' } }),
    spoils: 'group',
  },
  leaveGroup: { on: { ...members, owner: 403 }, request: ofGroup, spoils: 'group' },
  removeMember: {
    on: leaders,
    request: ({ groupId, people }) => ({ params: { id: groupId, userId: people.member.userId } }),
    spoils: 'group',
  },
  removedMembers: { on: leaders, request: ofGroup },
  letBackIn: {
    on: leaders,
    request: ({ groupId, people }) => ({ params: { id: groupId, userId: people.former.userId } }),
    spoils: 'group',
  },
  renewInvitation: { on: leaders, request: ofGroup, spoils: 'group' },
  changeRole: {
    on: owner,
    request: ({ groupId, people }) => ({
      params: { id: groupId, userId: people.member.userId },
      body: { role: 'admin' },
    }),
    spoils: 'group',
  },
  transferOwnership: {
    on: owner,
    request: (world) => ({ ...ofGroup(world), body: { userId: world.people.author.userId } }),
    spoils: 'group',
  },
  previewGroup: { on: invited, request: ({ sixDigitCode }) => ({ params: { code: sixDigitCode } }) },
  invitation: { on: all(200), request: ({ inviteCode }) => ({ params: { inviteCode } }) },
  joinByCode: { on: joinable, request: ({ sixDigitCode }) => ({ body: { code: sixDigitCode } }), spoils: 'group' },
  joinByLink: { on: joinable, request: ({ inviteCode }) => ({ body: { inviteCode } }), spoils: 'group' },
  pins: { on: members, request: ofGroup },
  pinMessage: {
    on: members,
    off: leaders,
    request: (world) => ({ ...ofGroup(world), body: { messageId: world.messageId } }),
  },
  unpinMessage: {
    on: members,
    off: leaders,
    request: ({ groupId, messageId }) => ({ params: { id: groupId, messageId } }),
  },
  readGroupUpTo: { on: members, request: (world) => ({ ...ofGroup(world), body: { messageId: world.messageId } }) },

  addressAutocomplete: { on: complete, request: () => ({ query: { query: 'Spring' } }) },
  search: {
    on: members,
    request: ({ groupId }) => ({ body: { words: 'Hello', kind: 'messages', in: groupId, timeZone: 'UTC' } }),
  },
  checkConflicts: { on: complete, request: () => ({ body: { date: '2030-05-14', time: '9:00' } }) },
  events: { on: members, request: ({ groupId }) => ({ query: { groupId } }) },
  event: { on: hidden, request: ({ eventId }) => ({ params: { id: eventId } }) },
  calendarFile: { on: hidden, request: ({ eventId }) => ({ params: { id: eventId } }) },
  checkImport: { on: members, off: leaders, request: ({ groupId }) => ({ body: { groupId, events: [imported()] } }) },
  importEvents: { on: members, off: leaders, request: ({ groupId }) => ({ body: { groupId, events: [imported()] } }) },
  calendarFeeds: { on: complete },
  createCalendarFeed: { on: members, request: ({ groupId }) => ({ body: { groupId } }) },
  endCalendarFeed: {
    on: { ...all(404), nobody: 401, incomplete: 403 },
    request: () => ({ params: { id: 'x'.repeat(43) } }),
  },
  // A link that nobody made.
  readCalendarFeed: { on: all(404), request: () => ({ params: { token: 'x'.repeat(43) } }) },
  comingEventsOf: {
    on: leaders,
    request: ({ groupId, people }) => ({ params: { id: groupId, userId: people.author.userId } }),
  },
  createEvent: {
    on: members,
    off: leaders,
    request: ({ groupId }) => ({ body: { groupId, name: 'Walk', date: '2030-05-14', time: '9:00' } }),
  },
  changeEvent: {
    on: creator,
    request: ({ eventId }) => ({ params: { id: eventId }, body: { name: `Walk ${randomUUID()}` } }),
  },
  giveRsvp: {
    on: hidden,
    request: ({ eventId }) => ({ params: { id: eventId }, body: { answer: 'maybe' } }),
  },
  chooseReminder: {
    on: hidden,
    request: ({ eventId }) => ({ params: { id: eventId }, body: { minutes: 10 } }),
  },
  takeRsvpBack: { on: hidden, request: ({ eventId }) => ({ params: { id: eventId } }) },
  rsvps: { on: hidden, request: ({ eventId }) => ({ params: { id: eventId } }) },
  setSeats: {
    on: creator,
    request: ({ eventId }) => ({ params: { id: eventId }, body: { seats: 8, guestsEach: 2 } }),
  },
  deleteEvent: {
    on: { ...hidden, member: 403 },
    request: ({ eventId }) => ({ params: { id: eventId } }),
    spoils: 'group',
  },

  deletedEvents: { on: members, request: ({ groupId }) => ({ query: { groupId } }) },
  eventHistory: { on: hidden, request: ({ eventId }) => ({ params: { id: eventId } }) },
  revertEvent: {
    on: creator,
    request: ({ eventId }) => ({ params: { id: eventId }, body: { revision: 0 } }),
  },
  // It is not deleted, so its creator is told so.
  purgeEvent: { on: { ...creator, author: 409 }, request: ({ eventId }) => ({ params: { id: eventId } }) },
  // It is not deleted, so only the owner may put it back, and nothing happens.
  restoreEvent: {
    on: { ...hidden, member: 403, author: 403, admin: 403 },
    request: ({ eventId }) => ({ params: { id: eventId } }),
  },

  openPoll: {
    on: members,
    off: leaders,
    request: ({ groupId }) => ({ body: { ...proposal, groupId } }),
  },
  polls: { on: members, request: ({ groupId }) => ({ query: { groupId } }) },
  poll: { on: hidden, request: ofPoll },
  voters: { on: hidden, request: ofPoll },
  vote: { on: hidden, request: (world) => ({ ...ofPoll(world), body: { votes: { [proposedId]: 'yes' } } }) },
  changePoll: {
    on: creator,
    request: (world) => ({ ...ofPoll(world), body: { name: `Walk ${randomUUID()}` } }),
  },
  // With the settings off, its creator may no longer create events.
  decidePoll: {
    on: { ...hidden, member: 403 },
    off: { ...hidden, member: 403, author: 403, admin: 403, owner: 403 },
    request: (world) => ({ ...ofPoll(world), body: { optionId: proposedId } }),
    spoils: 'group',
  },
  cancelPoll: { on: { ...hidden, member: 403 }, request: ofPoll, spoils: 'group' },

  messages: { on: members, request: ofChat },
  filesByDate: { on: members, request: ofMedia },
  imagesByDate: { on: members, request: ofMedia },
  linksByDate: { on: members, request: ofMedia },
  sendMessage: { on: members, request: ({ groupId }) => ({ body: { groupId, content: 'Walking' } }) },
  sendFile: { on: members, request: ({ groupId }) => form('file', picture, { groupId }) },
  editMessage: {
    on: creator,
    request: ({ messageId }) => ({ params: { id: messageId }, body: { content: `Edited ${randomUUID()}` } }),
  },
  deleteMessage: {
    on: { ...hidden, member: 403 },
    request: ({ messageId }) => ({ params: { id: messageId } }),
    spoils: 'group',
  },
  addReaction: { on: hidden, request: ({ messageId }) => ({ params: { id: messageId }, body: { emoji: '🎉' } }) },
  removeReaction: { on: hidden, request: ({ messageId }) => ({ params: { id: messageId }, body: { emoji: '🎉' } }) },
  report: {
    on: { ...hidden, author: 400 },
    request: ({ messageId }) => ({ body: { messageId, reason: 'spam' } }),
  },
};
