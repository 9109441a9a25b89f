import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import { rules } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView, NoticeView } from '@quorum/contracts/message/wire.ts';
import { type ServerFrames, userAudience } from '@quorum/contracts/socket.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import type { UserDocument } from '@quorum/service-kit/reads/account.ts';
import { type Link, userView } from '@quorum/service-kit/reads/account.ts';
import type { CollectionName, DocumentOf } from '@quorum/service-kit/reads/collections.ts';
import type { GroupDocument, MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import { membershipId, memberView, sharedGroupView } from '@quorum/service-kit/reads/group.ts';
import { presentEntries } from '../entry/events.ts';
import { oneGroup } from '../group/groups.ts';
import { standingIn } from '../group/membership.ts';
import { presentMessages } from '../message/present-messages.ts';
import { presentNotices } from '../message/present-notices.ts';
import { groupLinks, type LinkIn, ownLink, type Presenting, type Reading } from '../reading/context.ts';

export type Frame = {
  readonly name: keyof ServerFrames;
  readonly payload: unknown;
  readonly audience: string;
  readonly sequence: number;
};

export type FramesOf = (changes: readonly Change[]) => Promise<readonly Frame[]>;

/** Current state of everything that a batch of changes refers to. Each thing is looked up once, however many changes name it. */
type Views = {
  readonly messages: ReadonlyMap<string, MessageView>;
  readonly notices: ReadonlyMap<string, NoticeView>;
  readonly events: ReadonlyMap<string, EventView>;
  readonly groups: ReadonlyMap<string, GroupDocument>;
  readonly members: ReadonlyMap<string, MembershipDocument>;
  readonly people: ReadonlyMap<string, UserDocument>;
  /** Groups as one person sees them, by the change addressed to that person. */
  readonly ownGroups: ReadonlyMap<Change, GroupView>;
  readonly linkIn: LinkIn;
  readonly ownLinkOf: (userId: string) => Link;
  readonly origin: string;
};

type Told = Pick<Frame, 'name' | 'payload'>;
type Tell = (views: Views, change: Change) => Told;

const groupIdOf = ({ data }: Change): string => String(data.groupId);
const userIdOf = ({ data }: Change): string => String(data.userId);
const memberIdOf = (change: Change): string => membershipId(groupIdOf(change), userIdOf(change));

const sharedGroup = ({ groups, people, linkIn, origin }: Views, groupId: string): SharedGroupView | undefined => {
  const group = groups.get(groupId);
  return group === undefined ? undefined : sharedGroupView(group, { people, link: linkIn(groupId), origin });
};

const viewOf = ({ people, linkIn }: Views, member: MembershipDocument): MemberView =>
  memberView(member, people, linkIn(member.groupId));

const groupGone = ({ data }: Change): Told => ({ name: 'groupDeleted', payload: { groupId: data.groupId } });

/** Also used for changes about a member who has since left; a separate change reports the leaving. */
const tellGroup: Tell = (views, change) => {
  const groupId = groupIdOf(change);
  const group = sharedGroup(views, groupId);
  return group === undefined ? groupGone(change) : { name: 'groupUpdated', payload: { groupId, group } };
};

const tellMessage: Tell = ({ messages }, { kind, data, position }) => {
  const message = messages.get(String(data.messageId));
  return message === undefined
    ? { name: 'messageDeleted', payload: { ...data, isEvent: false, revision: position } }
    : { name: kind as keyof ServerFrames, payload: message };
};

const tellEvent: Tell = ({ events }, { kind, data }) => {
  const event = events.get(String(data.eventId));
  return event === undefined
    ? { name: 'eventDeleted', payload: data }
    : { name: kind as keyof ServerFrames, payload: { ...data, event } };
};

const tellNotice: Tell = ({ notices }, { data }) => {
  const { groupId, noticeId } = data;
  const notice = notices.get(String(noticeId));
  return { name: 'chatNotice', payload: { groupId, ...(notice === undefined ? {} : { notice }) } };
};

const tellOwnGroup: Tell = ({ ownGroups }, change) => ({
  name: change.kind as keyof ServerFrames,
  payload: { ...change.data, group: ownGroups.get(change) },
});

/** Builds a frame with a view. A thing that is gone is reported as gone, so that a replay always ends in the current state. */
const tellings: Partial<Record<keyof ServerFrames, Tell>> = {
  newMessage: tellMessage,
  messageUpdated: tellMessage,
  chatNotice: tellNotice,
  eventCreated: tellEvent,
  eventUpdated: tellEvent,
  groupUpdated: tellGroup,
  invitationRenewed: (views, change) => {
    const told = tellGroup(views, change);
    return told.name === 'groupUpdated' ? { ...told, name: 'invitationRenewed' } : told;
  },
  groupNameUpdatedInEvents: ({ groups }, change) => {
    const group = groups.get(groupIdOf(change));
    return group === undefined
      ? groupGone(change)
      : { name: 'groupNameUpdatedInEvents', payload: { ...change.data, groupName: group.name ?? '' } };
  },
  memberJoined: (views, change) => {
    const member = views.members.get(memberIdOf(change));
    const group = sharedGroup(views, groupIdOf(change));
    return member === undefined || group === undefined
      ? tellGroup(views, change)
      : {
          name: 'memberJoined',
          payload: { ...change.data, group, member: viewOf(views, member) },
        };
  },
  memberUpdated: (views, change) => {
    const member = views.members.get(memberIdOf(change));
    return member === undefined
      ? tellGroup(views, change)
      : { name: 'memberUpdated', payload: { ...change.data, member: viewOf(views, member) } };
  },
  memberLeft: (views, change) => ({
    name: 'memberLeft',
    payload: { ...change.data, group: sharedGroup(views, groupIdOf(change)) },
  }),
  groupJoined: tellOwnGroup,
  ownGroupUpdated: tellOwnGroup,
  accountUpdated: ({ people, ownLinkOf }, change) => {
    const user = people.get(userIdOf(change));
    const payload = {
      userId: change.data.userId,
      ...(user === undefined ? {} : { user: userView(user, ownLinkOf(user.id)) }),
    };
    return { name: 'accountUpdated', payload };
  },
};

type Kinds = readonly (keyof ServerFrames)[];
const withMessage: Kinds = ['newMessage', 'messageUpdated'];
const withEvent: Kinds = ['eventCreated', 'eventUpdated'];

/** The distinct ids that changes of some kinds refer to. */
const named = (changes: readonly Change[], kinds: Kinds, name: (change: Change) => string): string[] => [
  ...new Set(changes.filter(({ kind }) => (kinds as readonly string[]).includes(kind)).map(name)),
];

const load = async <C extends CollectionName>({ reads }: Reading, collection: C, ids: string[]) =>
  ids.length === 0 ? new Map<string, DocumentOf<C>>() : reads.active.getMany(collection, ids);

const loadOwnGroups = async (
  context: Presenting,
  changes: readonly Change[],
  origin: string,
): Promise<Views['ownGroups']> => {
  const ofPerson = changes.filter(({ kind }) => kind === 'groupJoined' || kind === 'ownGroupUpdated');
  const found = await Promise.all(
    ofPerson.map(async (change) => {
      const userId = change.audience.slice(userAudience('').length);
      const standing = await standingIn(context, groupIdOf(change), userId, rules.readGroup);
      return isRefusal(standing) ? [] : [[change, await oneGroup(context, standing, origin)] as const];
    }),
  );
  return new Map(found.flat());
};

const loadViews = async (context: Presenting, changes: readonly Change[], origin: string): Promise<Views> => {
  const ids = (kinds: Kinds, field: string) => named(changes, kinds, ({ data }) => String(data[field]));
  const withMember: Kinds = ['memberJoined', 'memberUpdated'];
  const withOwner: Kinds = ['groupUpdated', 'invitationRenewed', 'memberLeft', ...withMember];
  /** Also includes those whose files are shown. */
  const withGroup: Kinds = [...withMessage, ...withEvent, 'chatNotice', 'groupNameUpdatedInEvents', ...withOwner];
  const [messages, notices, entries, groups, members, ownGroups] = await Promise.all([
    load(context, 'messages', ids(withMessage, 'messageId')),
    load(context, 'notices', ids(['chatNotice'], 'noticeId')),
    load(context, 'entries', ids(withEvent, 'eventId')),
    load(context, 'groups', ids(withGroup, 'groupId')),
    load(context, 'memberships', named(changes, withMember, memberIdOf)),
    loadOwnGroups(context, changes, origin),
  ]);
  const linkIn = groupLinks(context, groups);
  const [messageViews, noticeViews, eventViews, people] = await Promise.all([
    presentMessages(context, [...messages.values()], linkIn),
    presentNotices(context, [...notices.values()], linkIn),
    presentEntries(context, [...entries.values()], linkIn),
    load(context, 'users', [
      ...new Set([
        ...ids([...withMember, 'accountUpdated'], 'userId'),
        ...ids(withOwner, 'groupId').flatMap((groupId) => groups.get(groupId)?.ownerId ?? []),
      ]),
    ]),
  ]);
  return {
    messages: new Map(messageViews.map((message) => [message._id, message])),
    notices: new Map(noticeViews.map((notice) => [notice._id, notice])),
    events: new Map(eventViews.map((event) => [event._id, event])),
    groups,
    members,
    people,
    ownGroups,
    linkIn,
    ownLinkOf: (userId) => ownLink(context, userId),
    origin,
  };
};

/**
 * Turns thin changes into frames, with each thing in its current state, as a query would show it. One view serves everyone in the
 * audience. @param origin begins invite links; if empty, they are relative.
 */
export const framesWith =
  (context: Presenting, origin: string): FramesOf =>
  async (changes) => {
    const views = await loadViews(context, changes, origin);
    return changes.map((change): Frame => {
      const { audience, sequence, data } = change;
      const name = change.kind as keyof ServerFrames;
      return { ...(tellings[name]?.(views, change) ?? { name, payload: data }), audience, sequence };
    });
  };
