import { errorText } from '../../data/api/api-error.ts';
import { useRenewInvitationMutation } from '../../data/group/group-api.ts';

export const RENEW_FAILED = 'Failed to renew the invite code and link';

/** Gives a group a new code and link. The function returns the error, if any. */
export const useRenewInvitation = (groupId: string) => {
  const [send, { isLoading }] = useRenewInvitationMutation();
  const renew = async (): Promise<string | undefined> => {
    const { error } = await send(groupId);
    return error === undefined ? undefined : errorText(error, RENEW_FAILED);
  };
  return { renew, renewing: isLoading };
};
