import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { Invite } from '@quorum/contracts/text/join-input.ts';
import { useAction } from '../../data/actions/use-action.ts';
import { isApiError } from '../../data/api/api-error.ts';
import { groupApi } from '../../data/group/group-api.ts';

export const JOIN_FAILED = 'Failed to join group';

/** The group is gone, the visitor is banned from it, or is already a member. The preview is out of date. */
const OUT_OF_DATE: readonly number[] = [403, 404, 409];

/** Joins by code or link. */
export const useJoin = (onJoined: (group: GroupView) => void, onOutOfDate?: () => void) => {
  const [joinByCode] = groupApi.useJoinByCodeMutation();
  const [joinByLink] = groupApi.useJoinByLinkMutation();
  const join = ({ kind, value }: Invite) =>
    kind === 'code' ? joinByCode({ code: value }) : joinByLink({ inviteCode: value });
  return useAction(join, {
    failed: JOIN_FAILED,
    next: onJoined,
    onFailed: (_, cause) => {
      if (isApiError(cause) && OUT_OF_DATE.includes(cause.status)) onOutOfDate?.();
    },
  });
};
