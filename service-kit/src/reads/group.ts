import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { rules } from '@quorum/contracts/things.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import { type People, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { join } from './joins.ts';
import { fileAddress } from './media.ts';

/** `revision` includes events about members. */
export type GroupDocument = Omit<Group, 'status' | 'members' | 'removed'> & {
  readonly memberCount: number;
};

/** Id: {@link membershipId}. `rank` sorts owner and admins first, then by joining: `{0|1|2}{position of joining}`. */
export type MembershipDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly joinedPosition: string;
  readonly rank: string;
};

/** Someone removed and not let back in. Id: {@link membershipId}. */
export type RemovalDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly removedAt: string;
};

const ofMember = (userId: string, groupId: string): string => membershipId(groupId, userId);

export const groupCollections = {
  groups: collectionOf<GroupDocument>({ group: 'id' }, ['imageId'], ['ownerId']),
  memberships: collectionOf<MembershipDocument>(
    { group: 'groupId', member: ofMember },
    ['groupId', 'rank'],
    ['userId', 'joinedPosition'],
  ),
  removals: collectionOf<RemovalDocument>({ group: 'groupId' }, ['groupId', 'removedAt'], ['userId']),
};

export type MemberFacts = { readonly userId: string; readonly role: Role; readonly joinedAt: string };

export const memberView = (member: MemberFacts, people: People): MemberView => ({
  userId: personView(member.userId, people.get(member.userId)),
  role: member.role,
  joinedAt: member.joinedAt,
});

/** The joins of a group's view. `origin` begins the invite link; if empty, the link is relative. */
export type GroupJoins = { readonly people: People; readonly origin: string };

/** The part that is the same for every viewer. @param mayInvite whether to include the invitation. */
const sharedPart = (group: GroupDocument, mayInvite: boolean, { people, origin }: GroupJoins): SharedGroupView => ({
  _id: group.id,
  name: group.name ?? '',
  description: group.description ?? '',
  imageUrl: group.imageId === null ? null : fileAddress(group.imageId),
  createdBy: personView(group.ownerId, people.get(group.ownerId)),
  createdAt: group.createdAt,
  memberCount: group.memberCount,
  settings: group.settings,
  revision: group.revision,
  ...(mayInvite
    ? { inviteCode: group.inviteCode, inviteLink: `${origin}/${group.inviteCode}`, sixDigitCode: group.sixDigitCode }
    : {}),
});

/** As any member may see it. */
export const sharedGroupView = (group: GroupDocument, joins: GroupJoins): SharedGroupView => {
  const asMember = { actorId: '', role: 'member', settings: group.settings } as const;
  return sharedPart(group, rules.invite(asMember) === undefined, joins);
};

/**
 * @param viewer the member who looks. Without the right to invite, the invitation is left out.
 * @param members the first page, owner and admins first.
 */
export const groupView = (
  group: GroupDocument,
  viewer: { readonly userId: string; readonly role: Role },
  members: readonly MemberFacts[],
  joins: GroupJoins,
): GroupView => {
  const mayInvite = rules.invite({ actorId: viewer.userId, role: viewer.role, settings: group.settings }) === undefined;
  return {
    ...sharedPart(group, mayInvite, joins),
    role: viewer.role,
    isAlreadyMember: true,
    members: members.map((member) => memberView(member, joins.people)),
  };
};

/** Ids and index keys that are composed of other ids. Projections write under them; queries and the gateway look them up. */

export const membershipId = (groupId: string, userId: string): string => `${groupId}:${userId}`;

export const groupDocument = (group: Group): GroupDocument => ({ ...group, memberCount: group.members.size });

/** Groups that are not deleted. */
export const groupJoin = join(groupCollections, {
  collection: 'groups',
  stream: groupStream,
  fold: groupDecider,
  document: (group) => (group.status === 'active' ? groupDocument(group) : undefined),
});
