import { limits } from './limits.ts';
import { type Refusal, refuse } from './refusals.ts';

/** What the owner allows members to do. */
export type GroupSettings = {
  readonly allowMembersCreateEvents: boolean;
  readonly allowMembersInvite: boolean;
  readonly allowMembersEditGroupDetails: boolean;
};

export const defaultGroupSettings: GroupSettings = {
  allowMembersCreateEvents: true,
  allowMembersInvite: false,
  allowMembersEditGroupDetails: false,
};

/**
 * Every permission of the product: HTTP, sockets and files, on the server and in the client. A permission says who may call a
 * route at all (`access`) and, if it depends on a group, event or message, the rule over those facts. Services load the facts
 * from aggregates or documents. Rules are pure.
 */

/** `session`: signed in, complete profile or not. `profile`: signed in with a complete profile. */
export type Access = 'public' | 'session' | 'profile' | 'admin' | 'development';

/** Who is acting in a group. `role` is undefined for outsiders and former members. */
export type InGroup = {
  readonly actorId: string;
  readonly role: Role | undefined;
  readonly settings: GroupSettings;
};

export type OnMember = InGroup & {
  readonly targetId: string;
  readonly targetRole: Role | undefined;
};

export type OnEvent = {
  readonly actorId: string;
  readonly creatorId: string;
  readonly personal: boolean;
  readonly role: Role | undefined;
};

export type OnMessage = InGroup & {
  readonly senderId: string;
  readonly postedAt: number;
  readonly now: number;
};

type Rule<Facts> = (facts: Facts) => Refusal | undefined;

const denied = refuse('access/denied');

const allowIf = (allowed: boolean, refusal: Refusal = denied): Refusal | undefined => (allowed ? undefined : refusal);

const member: Rule<Pick<InGroup, 'role'>> = ({ role }) => allowIf(role !== undefined, refuse('group/not-a-member'));

const leads = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

/** Owners and admins, and members if the settings allow it. */
const memberWith =
  (setting: keyof GroupSettings): Rule<InGroup> =>
  (facts) =>
    member(facts) ?? allowIf(leads(facts.role) || facts.settings[setting]);

/** Everyone may use their own My Schedule. A group's schedule follows the group's rule. */
const orPersonal =
  <F extends Pick<InGroup, 'role'>>(rule: Rule<F>): Rule<F & { readonly personal?: boolean }> =>
  (facts) =>
    facts.personal === true ? undefined : rule(facts);

/** Only the creator sees a personal event. To others it does not exist. */
const readEvent: Rule<OnEvent> = ({ personal, actorId, creatorId, role }) =>
  allowIf(personal ? actorId === creatorId : role !== undefined, refuse('event/not-found'));

const answerEvent: Rule<OnEvent> = (facts) => readEvent(facts) ?? allowIf(!facts.personal, refuse('rsvp/personal'));

type OnDeleted = OnEvent & { readonly deletedBy?: string | undefined };

/** Whoever deleted it, while they may still delete it, and the owner. */
const restoreEvent: Rule<OnDeleted> = (facts) =>
  readEvent(facts) ??
  allowIf(
    facts.role === 'owner' ||
      (facts.actorId === facts.deletedBy && (facts.actorId === facts.creatorId || leads(facts.role))),
  );

const leader: Rule<InGroup> = (facts) => member(facts) ?? allowIf(leads(facts.role));

const owner: Rule<InGroup> = (facts) => member(facts) ?? allowIf(facts.role === 'owner');

/** Not a rule of a call: it is asked about the text of a message. */
export const mentionEveryone: Rule<Pick<InGroup, 'role'> & { readonly memberCount: number }> = ({
  role,
  memberCount,
}) => allowIf(leads(role) || memberCount <= limits.smallGroup, refuse('message/everyone-denied'));

export const rules = {
  /** For calls that touch only the caller's own things. */
  own: (_facts: unknown): Refusal | undefined => undefined,

  readGroup: member,
  readSchedule: orPersonal(member),
  createEvents: orPersonal(memberWith('allowMembersCreateEvents')),
  invite: memberWith('allowMembersInvite'),
  editDetails: memberWith('allowMembersEditGroupDetails'),
  pinMessages: memberWith('allowMembersEditGroupDetails'),
  changeSettings: owner,
  changeRoles: ((facts) =>
    owner(facts) ??
    allowIf(facts.targetRole !== undefined, refuse('group/member-not-found')) ??
    allowIf(facts.targetRole !== 'owner', refuse('group/cannot-change-owner-role'))) satisfies Rule<OnMember>,
  transferOwnership: ((facts) =>
    owner(facts) ?? allowIf(facts.targetRole !== undefined, refuse('group/member-not-found'))) satisfies Rule<OnMember>,
  deleteGroup: owner,
  leaveGroup: ((facts) =>
    member(facts) ?? allowIf(facts.role !== 'owner', refuse('group/owner-cannot-leave'))) satisfies Rule<InGroup>,
  /** The owner removes anyone else; an admin removes plain members. */
  removeMember: ((facts) =>
    member(facts) ??
    allowIf(leads(facts.role)) ??
    allowIf(facts.targetRole !== undefined, refuse('group/member-not-found')) ??
    allowIf(facts.targetRole !== 'owner', refuse('group/cannot-remove-owner')) ??
    allowIf(facts.targetId !== facts.actorId, refuse('group/cannot-remove-self')) ??
    allowIf(facts.role === 'owner' || facts.targetRole === 'member')) satisfies Rule<OnMember>,
  /** Who may see removed members and let them back in. */
  manageRemoved: leader,
  renewInvitation: leader,

  readEvent,
  changeEvent: ((facts) =>
    readEvent(facts) ??
    allowIf(facts.actorId === facts.creatorId, refuse('event/not-the-creator'))) satisfies Rule<OnEvent>,
  /** Every member answers, and sees the answers. */
  answerEvent,
  setSeats: ((facts) =>
    answerEvent(facts) ??
    allowIf(facts.actorId === facts.creatorId, refuse('event/not-the-creator'))) satisfies Rule<OnEvent>,
  deleteEvent: ((facts) =>
    readEvent(facts) ??
    allowIf(
      facts.actorId === facts.creatorId || leads(facts.role),
      refuse('event/not-yours-to-delete'),
    )) satisfies Rule<OnEvent>,

  restoreEvent,
  /** Everyone who sees it; of a deleted one, whoever may restore it. */
  readHistory: ((facts) =>
    readEvent(facts) ??
    allowIf(
      facts.deletedBy === undefined || restoreEvent(facts) === undefined,
      refuse('event/not-found'),
    )) satisfies Rule<OnDeleted>,

  chat: member,
  deleteMessage: ((facts) =>
    allowIf(facts.role !== undefined, refuse('message/not-found')) ??
    allowIf(facts.actorId === facts.senderId || leads(facts.role))) satisfies Rule<OnMessage>,
  editMessage: ((facts) =>
    allowIf(facts.role !== undefined, refuse('message/not-found')) ??
    allowIf(facts.actorId === facts.senderId, refuse('message/not-the-sender')) ??
    allowIf(
      facts.now - facts.postedAt <= limits.messageEditWindow,
      refuse('message/edit-window-over'),
    )) satisfies Rule<OnMessage>,
  reactToMessage: ((facts) => allowIf(facts.role !== undefined, refuse('message/not-found'))) satisfies Rule<OnMessage>,
  reportMessage: ((facts) =>
    allowIf(facts.role !== undefined, refuse('message/not-found')) ??
    allowIf(facts.actorId !== facts.senderId, refuse('report/own-message'))) satisfies Rule<OnMessage>,
} as const;

export type RuleName = keyof typeof rules;

export type FactsOf<R extends RuleName> = Parameters<(typeof rules)[R]>[0];

/** What a route declares: who may call it at all, and the rule that its service executes over the facts. */
export type Permission = {
  readonly access: Access;
  /** Absent for anonymous calls. */
  readonly rule?: RuleName;
};

/** As lists show them. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];
