import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { Invite } from '@quorum/contracts/text/join-input.ts';
import { useState } from 'react';
import { errorText, isApiError } from '../../data/api/api-error.ts';
import { useJoinByCodeMutation, useJoinByLinkMutation } from '../../data/group/group-api.ts';

export const JOIN_FAILED = 'Failed to join group';

/** The group is gone, the visitor is banned from it, or is already a member. The preview is out of date. */
const OUT_OF_DATE: readonly number[] = [403, 404, 409];

/** Joins by code or link. Returns the group, or keeps the error. */
export const useJoin = (onOutOfDate?: () => void) => {
  const [joinByCode] = useJoinByCodeMutation();
  const [joinByLink] = useJoinByLinkMutation();
  const [joining, setJoining] = useState(false);
  const [error, setError] = useState<string>();
  const join = async ({ kind, value }: Invite): Promise<GroupView | undefined> => {
    setJoining(true);
    setError(undefined);
    const joined = await (kind === 'code' ? joinByCode({ code: value }) : joinByLink({ inviteCode: value }));
    setJoining(false);
    if (joined.data !== undefined) return joined.data;
    setError(errorText(joined.error, JOIN_FAILED));
    if (isApiError(joined.error) && OUT_OF_DATE.includes(joined.error.status)) onOutOfDate?.();
    return undefined;
  };
  return { join, joining, error, clearError: () => setError(undefined) };
};
