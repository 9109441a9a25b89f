import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useState } from 'react';
import { personName } from '../../../data/user/person-label.ts';
import { summaryOf } from '../summary.ts';

/** Announces the newest message of others since the chat was opened to screen readers. */
export const useAnnounced = (newest: MessageView | undefined, userId: string): string => {
  const [firstId, setFirstId] = useState<string>();
  if (newest === undefined) return '';
  if (firstId === undefined) setFirstId(newest._id);
  if (firstId === undefined || newest._id === firstId || newest.senderId._id === userId) return '';
  return `${personName(newest.senderId)}: ${summaryOf(newest)}`;
};
