import { carries, type Frames } from '../kernel/frame.ts';
import type { GroupView, MemberView, SharedGroupView } from './wire.ts';

type OfGroup = { readonly groupId: string };
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
  /** `reason: 'account-deleted'` also removes the person's messages and events. `group` is absent once the group is deleted. */
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
