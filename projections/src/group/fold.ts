import { ROLES, type Role } from '@quorum/contracts/kernel/permissions.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { StandingDocument } from '@quorum/service-kit/reads/activity.ts';
import { type GroupDocument, type MembershipDocument, membershipId } from '@quorum/service-kit/reads/group.ts';
import { type Rules, type ThinChange, toGroup, toUser, withoutAudience } from '../audience.ts';
import { chatNotice } from '../message/fold.ts';
import { change, fold, model, put, putAll, type Ref, remove, type Step } from '../model.ts';

const groupUpdated = ({ data }: { readonly data: { readonly groupId: string } }): readonly ThinChange[] => [
  toGroup('groupUpdated', data.groupId),
];

/** A person with a new role may see more or less of the group than before. Nothing changes for the others. */
const roleChanged = (groupId: string, userId: string): readonly ThinChange[] => [
  memberUpdated(groupId, userId),
  toUser('ownGroupUpdated', userId, { groupId }),
];

/** Audiences of its events. */
export const groupChanges = {
  GroupCreated: ({ data }) => [toUser('groupJoined', data.ownerId, { groupId: data.groupId })],
  GroupDetailsChanged: ({ data }) => [
    toGroup('groupUpdated', data.groupId),
    toGroup('groupNameUpdatedInEvents', data.groupId),
  ],
  GroupImageChanged: groupUpdated,
  GroupImageRemoved: groupUpdated,
  GroupSettingsChanged: groupUpdated,
  RemovalLifted: ({ data: { groupId, userId, reason } }) => [
    reason === 'account-deleted'
      ? // What a removed member wrote is still on the screens of the others.
        toGroup('memberLeft', groupId, { userId, reason })
      : toGroup('removalLifted', groupId),
  ],
  InvitationRenewed: ({ data }) => [toGroup('invitationRenewed', data.groupId)],
  MemberRoleChanged: ({ data }) => roleChanged(data.groupId, data.userId),
  OwnershipTransferred: ({ data }) => [
    toGroup('groupUpdated', data.groupId),
    ...roleChanged(data.groupId, data.from),
    ...roleChanged(data.groupId, data.to),
  ],
  MemberJoined: (event) => [
    toGroup('memberJoined', event.data.groupId, { userId: event.data.userId }),
    toUser('groupJoined', event.data.userId, { groupId: event.data.groupId }),
    ...chatNotice(event),
  ],
  MemberLeft: (event) => [
    toGroup('memberLeft', event.data.groupId, {
      userId: event.data.userId,
      reason: event.data.reason === 'own-wish' ? 'left' : event.data.reason,
    }),
    toUser('groupLeft', event.data.userId, { groupId: event.data.groupId, reason: 'left' }),
    ...chatNotice(event),
  ],
  MemberRemoved: (event) => [
    toGroup('memberLeft', event.data.groupId, { userId: event.data.userId, reason: 'removed' }),
    toUser('groupLeft', event.data.userId, { groupId: event.data.groupId, reason: 'removed' }),
    ...chatNotice(event),
  ],
  GroupDeleted: ({ data }) => [toGroup('groupDeleted', data.groupId)],
  ...withoutAudience('JoinCodeClaimed', 'JoinCodeReleased'),
} satisfies Rules;

/** Changes for a person's group when the person's name, picture or role changes. */
export const memberUpdated = (groupId: string, userId: string): ThinChange =>
  toGroup('memberUpdated', groupId, { userId });

type OfGroup = { readonly data: { readonly groupId: string }; readonly revision: number };

type OfMember = OfGroup & { readonly data: { readonly userId: string } };

const groupId = ({ data }: OfGroup): string => data.groupId;

const ofMember = ({ data }: OfMember): string => membershipId(data.groupId, data.userId);

const readMembership = (event: OfMember): readonly Ref[] => [{ collection: 'memberships', id: ofMember(event) }];

const rankOf = (role: Role, joinedPosition: string): string => `${ROLES.indexOf(role)}${joinedPosition}`;

const inRole = (membership: MembershipDocument, role: Role): MembershipDocument => ({
  ...membership,
  role,
  rank: rankOf(role, membership.joinedPosition),
});

const membership = (
  { data, recordedAt, position }: OfMember & { readonly recordedAt: string; readonly position: string },
  role: Role,
): MembershipDocument => ({
  id: membershipId(data.groupId, data.userId),
  groupId: data.groupId,
  userId: data.userId,
  role,
  joinedAt: recordedAt,
  joinedPosition: position,
  rank: rankOf(role, position),
});

/** Every event of a group's stream is a new revision, including events about members. */
const changeGroup = <E extends OfGroup>(to: (group: GroupDocument, event: E) => GroupDocument): Step<E> =>
  change('groups', groupId, (group, event: E) => ({ ...to(group, event), revision: event.revision }));

/** Counts members. Someone already there, or already gone, is not counted again. */
const changeMembers = (to: (group: GroupDocument, isMember: boolean) => Partial<GroupDocument>): Step<OfMember> =>
  fold(
    'groups',
    groupId,
    (group, event, read) =>
      group === undefined
        ? null
        : { ...group, revision: event.revision, ...to(group, read('memberships', ofMember(event)) !== undefined) },
    readMembership,
  );

const memberCame = changeMembers(({ memberCount }, isMember) => (isMember ? {} : { memberCount: memberCount + 1 }));

const memberGone = changeMembers(({ memberCount }, isMember) => (isMember ? { memberCount: memberCount - 1 } : {}));

/** Tells a person of a new role, unless they took it themselves. */
const putStanding = <E extends StoredEvent>(
  of: (event: E) => Pick<StandingDocument, 'userId' | 'groupId' | 'kind'>,
): Step<E> =>
  putAll('standings', (event: E) => {
    const { id, position: order, recordedAt: at, metadata } = event;
    const standing = of(event);
    return standing.userId === metadata.actor ? [] : [{ id, ...standing, by: metadata.actor, order, at }];
  });

/** Carries the name that the group had, because a removed person must not learn a later one. */
const removed: Step<EventOf<'MemberRemoved'>> = putAll(
  'standings',
  ({ id, position: order, recordedAt: at, metadata: { actor: by }, data: { userId, groupId } }, read) => {
    const groupName = read('groups', groupId)?.name ?? '';
    return [{ id, userId, groupId, kind: 'removed', groupName, by, order, at }];
  },
  ({ data }) => [{ collection: 'groups', id: data.groupId }],
);

/** Groups, their members and roles, removed members, and changes of standing that Activity shows. */
export const groups = model({
  name: 'groups',
  version: 8,
  collections: ['groups', 'memberships', 'removals', 'standings'],
  on: {
    GroupCreated: [
      put('groups', ({ data, recordedAt, revision }) => ({
        id: data.groupId,
        name: data.name,
        description: data.description,
        imageId: data.imageId,
        ownerId: data.ownerId,
        settings: data.settings,
        inviteCode: data.inviteCode,
        sixDigitCode: data.sixDigitCode,
        memberCount: 1,
        createdAt: recordedAt,
        revision,
      })),
      put('memberships', (event) =>
        membership({ ...event, data: { ...event.data, userId: event.data.ownerId } }, 'owner'),
      ),
    ],
    GroupDetailsChanged: [
      changeGroup((group, { data }) => ({ ...group, name: data.name, description: data.description })),
    ],
    GroupImageChanged: [changeGroup((group, { data }) => ({ ...group, imageId: data.fileId }))],
    GroupImageRemoved: [changeGroup((group) => ({ ...group, imageId: null }))],
    GroupSettingsChanged: [changeGroup((group, { data }) => ({ ...group, settings: data.settings }))],
    MemberJoined: [
      memberCame,
      fold('memberships', ofMember, (already, event) => already ?? membership(event, 'member')),
      remove('removals', ofMember),
    ],
    MemberLeft: [memberGone],
    MemberRemoved: [
      memberGone,
      put('removals', ({ data, recordedAt }) => ({
        id: membershipId(data.groupId, data.userId),
        groupId: data.groupId,
        userId: data.userId,
        removedAt: recordedAt,
      })),
      removed,
    ],
    RemovalLifted: [changeGroup((group) => group), remove('removals', ofMember)],
    InvitationRenewed: [
      changeGroup((group, { data: { inviteCode, sixDigitCode } }) => ({ ...group, inviteCode, sixDigitCode })),
    ],
    MemberRoleChanged: [
      changeGroup((group) => group),
      change('memberships', ofMember, (member, { data }) => inRole(member, data.role)),
      putStanding(({ data: { userId, groupId, role } }) => ({ userId, groupId, kind: role })),
    ],
    OwnershipTransferred: [
      changeGroup((group, { data }) => ({ ...group, ownerId: data.to })),
      change(
        'memberships',
        ({ data }) => membershipId(data.groupId, data.from),
        (member) => inRole(member, 'member'),
      ),
      change(
        'memberships',
        ({ data }) => membershipId(data.groupId, data.to),
        (member) => inRole(member, 'owner'),
      ),
      putStanding(({ data: { to, groupId } }) => ({ userId: to, groupId, kind: 'owner' })),
    ],
  },
});

type OfCode = { readonly data: { readonly code: string } };

const count = (by: 1 | -1): Step<OfCode> =>
  fold(
    'joinCodeCounts',
    ({ data }) => String(data.code.length),
    (known, { data }) => ({ id: String(data.code.length), taken: (known?.taken ?? 0) + by }),
  );

/** How many join codes of each length are in use, so that new ones are long enough to be hard to guess. */
export const joinCodes = model({
  name: 'join-codes',
  version: 1,
  collections: ['joinCodeCounts'],
  on: { JoinCodeClaimed: [count(1)], JoinCodeReleased: [count(-1)] },
});
