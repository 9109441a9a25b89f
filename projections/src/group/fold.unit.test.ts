import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { placeOf } from '@quorum/domain/testing/recorded-events.ts';
import { describe, it } from 'vitest';
import {
  ada,
  ben,
  cleo,
  club,
  crew,
  founded,
  groupDeleted,
  happens,
  joined,
  left,
  removed,
} from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { groups } from './fold.ts';

const { given } = testProjection(projectWith(groups));

const group = (memberCount: number, revision: number, more: object = {}) => ({
  id: club,
  name: 'Book Club',
  description: 'Every other Thursday',
  imageId: null,
  ownerId: ada,
  settings: defaultGroupSettings,
  inviteCode: 'ABCD1234',
  sixDigitCode: '123456',
  memberCount,
  createdAt: placeOf(0).recordedAt,
  revision,
  ...more,
});

const member = (userId: string, index: number, role: 'owner' | 'admin' | 'member' = 'member') => ({
  id: `${club}:${userId}`,
  groupId: club,
  userId,
  role,
  joinedAt: placeOf(index).recordedAt,
  joinedPosition: placeOf(index).position,
  rank: `${{ owner: 0, admin: 1, member: 2 }[role]}${placeOf(index).position}`,
});

const removal = (userId: string, index: number) => ({
  id: `${club}:${userId}`,
  groupId: club,
  userId,
  removedAt: placeOf(index).recordedAt,
});

const three = [founded(club, ada), joined(club, ben), joined(club, cleo)];

describe('the group model', () => {
  it('the group model counts its members and ranks owner and admins first, then by joining', () =>
    given(...three).then({
      groups: [group(3, 2)],
      memberships: [member(ada, 0, 'owner'), member(ben, 1), member(cleo, 2)],
    }));

  it('the group model applies changes of details, image and settings', () =>
    given(...three)
      .when(
        happens('GroupDetailsChanged', { groupId: club, name: 'Film Club', description: '' }),
        happens('GroupImageChanged', { groupId: club, fileId: 'image-1' }),
        happens('GroupSettingsChanged', {
          groupId: club,
          settings: { ...defaultGroupSettings, allowMembersInvite: true },
        }),
      )
      .then({
        groups: [
          group(3, 5, {
            name: 'Film Club',
            description: '',
            imageId: 'image-1',
            settings: { ...defaultGroupSettings, allowMembersInvite: true },
          }),
        ],
      }));

  it('the group model removes the image', () =>
    given(founded(club, ada), happens('GroupImageChanged', { groupId: club, fileId: 'image-1' }))
      .when(happens('GroupImageRemoved', { groupId: club }))
      .then({ groups: [group(1, 2)] }));

  it('the group model lets members leave, be removed, and come back as the last', () =>
    given(...three)
      .when(left(club, ben), removed(club, cleo), joined(club, ben))
      .then({
        groups: [group(2, 5)],
        memberships: [member(ada, 0, 'owner'), member(ben, 5)],
        removals: [removal(cleo, 4)],
      }));

  it('the group model forgets a removal that is lifted (SAFE-10)', () =>
    given(...three, removed(club, ben), removed(club, cleo))
      .when(happens('RemovalLifted', { groupId: club, userId: ben, reason: 'let-back-in' }))
      .then({ removals: [removal(cleo, 4)] }));

  it('the group model stores the codes of a renewed invitation (SAFE-10)', () =>
    given(founded(club, ada))
      .when(
        happens('InvitationRenewed', {
          groupId: club,
          inviteCode: 'ZZ99YY88',
          sixDigitCode: '654321',
          previousInviteCode: 'ABCD1234',
          previousSixDigitCode: '123456',
        }),
      )
      .then({ groups: [group(1, 1, { inviteCode: 'ZZ99YY88', sixDigitCode: '654321' })] }));

  it('the group model counts nobody twice', () =>
    given(...three)
      .when(joined(club, ben), left(club, cleo), left(club, cleo))
      .then({ groups: [group(2, 5)], memberships: [member(ada, 0, 'owner'), member(ben, 1)] }));

  it('the group model changes roles, which raises the revision of the group', () =>
    given(...three)
      .when(happens('MemberRoleChanged', { groupId: club, userId: cleo, role: 'admin' }))
      .then({
        groups: [group(3, 3)],
        memberships: [member(ada, 0, 'owner'), member(ben, 1), member(cleo, 2, 'admin')],
      }));

  it('the group model makes the former owner a member when the group changes hands', () =>
    given(...three)
      .when(happens('OwnershipTransferred', { groupId: club, from: ada, to: cleo, reason: 'own-wish' }))
      .then({
        groups: [group(3, 3, { ownerId: cleo })],
        memberships: [member(ada, 0), member(ben, 1), member(cleo, 2, 'owner')],
      }));

  it('the group model deletes a group with all its memberships, and no other group', () =>
    given(...three, founded(crew, ben), removed(club, ben))
      .when(groupDeleted(club), joined(club, cleo), happens('GroupImageRemoved', { groupId: club }))
      .then({
        groups: [group(1, 0, { id: crew, ownerId: ben, createdAt: placeOf(3).recordedAt })],
        memberships: [member(cleo, 6), { ...member(ben, 3, 'owner'), id: `${crew}:${ben}`, groupId: crew }],
      }));
});
