import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { mayIn } from '../../data/group/group-rights.ts';
import { useWithdrawn } from '../../shared/ui/overlays/use-withdrawn.ts';

/** Closes an open invitation when the right to invite is lost, since its code is no longer available. */
export const useInvitingWithdrawn = (group: GroupView | undefined, inviting: boolean, onClose: () => void): void => {
  const isLost = inviting && group !== undefined && !mayIn(group, 'invite');
  useWithdrawn(isLost ? `You can no longer invite people to ${group.name}` : undefined, onClose);
};
