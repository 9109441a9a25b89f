import { useEffect, useState } from 'react';
import { isApiError } from '../../data/api/api-error.ts';
import { useDevelopmentSmsQuery } from '../../data/user/user-api.ts';
import type { OutboxMessage } from './outbox-lines.ts';

const POLL_MS = 2000;

/**
 * The development outbox, newest first; undefined while unknown and where the server has none. Asked again at once when
 * another code was sent.
 */
export function useOutbox(sentAt: number | undefined): readonly OutboxMessage[] | undefined {
  const [absent, setAbsent] = useState(false);
  const {
    data,
    error,
    isSuccess: known,
    refetch,
  } = useDevelopmentSmsQuery(undefined, { pollingInterval: POLL_MS, skip: absent });
  // A server that has no outbox will not get one: asking again would only fill its log.
  if (!absent && isApiError(error) && error.status === 404) setAbsent(true);

  useEffect(() => {
    if (known && sentAt !== undefined) void refetch();
  }, [known, sentAt, refetch]);
  return absent ? undefined : data;
}
