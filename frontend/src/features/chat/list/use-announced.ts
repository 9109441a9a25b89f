import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { useRef } from 'react';
import { personName } from '../../../entities/user/person-label.ts';
import { summaryOf } from '../summary.ts';

/** What a screen reader is told of the newest message of others that came since the chat was opened. */
export const useAnnounced = (newest: MessageView | undefined, userId: string): string => {
  const first = useRef<string | null>(null);
  if (newest === undefined) return '';
  first.current ??= newest._id;
  if (newest._id === first.current || newest.senderId._id === userId) return '';
  return `${personName(newest.senderId)}: ${summaryOf(newest)}`;
};
