import { useSyncExternalStore } from 'react';
import { attachmentsOf } from '../../../data/services/attachments.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';

export const useAttachments = (groupId: string) => {
  const userId = useAppSelector(selectUserId) ?? '';
  const attachments = attachmentsOf(useServices(), userId, groupId);
  return { attachments, ...useSyncExternalStore(attachments.subscribe, attachments.state) };
};
