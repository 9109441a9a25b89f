import type { MembershipDocument } from '@quorum/contracts/documents/collections.ts';
import { membershipId } from '@quorum/contracts/documents/keys.ts';
import type { Role } from '@quorum/contracts/wire/views.ts';
import { change, fold, type Model, put, type Ref, remove, removeWhere, type Step } from './model.ts';

type OfGroup = { readonly data: { readonly groupId: string } };
type OfMember = { readonly data: { readonly groupId: string; readonly userId: string } };

const groupId = ({ data }: OfGroup): string => data.groupId;
const ofMember = ({ data }: OfMember): string => membershipId(data.groupId, data.userId);
const readMembership = (event: OfMember): readonly Ref[] => [{ collection: 'memberships', id: ofMember(event) }];

const rankOf = (role: Role, joinedPosition: string): string => `${role === 'owner' ? 0 : 1}${joinedPosition}`;

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

/** A membership that is not there (any more) is not counted twice. */
const memberGone = (): Step<OfMember> =>
  fold(
    'groups',
    groupId,
    (group, event, read) =>
      group === undefined
        ? null
        : read('memberships', ofMember(event)) === undefined
          ? group
          : { ...group, memberCount: group.memberCount - 1 },
    readMembership,
  );

/** Groups, who is in them, in which role. */
export const groups: Model = {
  name: 'groups',
  version: 1,
  streams: ['group'],
  collections: ['groups', 'memberships'],
  on: {
    GroupCreated: [
      put('groups', ({ data, recordedAt }) => ({
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
      })),
      put('memberships', (event) =>
        membership({ ...event, data: { ...event.data, userId: event.data.ownerId } }, 'owner'),
      ),
    ],
    GroupDetailsChanged: [
      change('groups', groupId, (group, { data }) => ({ ...group, name: data.name, description: data.description })),
    ],
    GroupImageChanged: [change('groups', groupId, (group, { data }) => ({ ...group, imageId: data.fileId }))],
    GroupImageRemoved: [change('groups', groupId, (group) => ({ ...group, imageId: null }))],
    GroupSettingsChanged: [change('groups', groupId, (group, { data }) => ({ ...group, settings: data.settings }))],
    MemberJoined: [
      fold(
        'groups',
        groupId,
        (group, event, read) =>
          group === undefined
            ? null
            : read('memberships', ofMember(event)) === undefined
              ? { ...group, memberCount: group.memberCount + 1 }
              : group,
        readMembership,
      ),
      fold('memberships', ofMember, (already, event) => already ?? membership(event, 'member')),
    ],
    MemberLeft: [memberGone(), remove('memberships', ofMember)],
    MemberRemoved: [memberGone(), remove('memberships', ofMember)],
    MemberRoleChanged: [change('memberships', ofMember, (member, { data }) => inRole(member, data.role))],
    OwnershipTransferred: [
      change('groups', groupId, (group, { data }) => ({ ...group, ownerId: data.to })),
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
    ],
    GroupDeleted: [remove('groups', groupId), removeWhere('memberships', ({ data }) => ({ groupId: data.groupId }))],
  },
};
