import { useSyncExternalStore } from 'react';
import type { Services } from '../../../data/services/services.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { type Attachments, createAttachments } from './attachments.ts';

/** By page, user and group, so the next user does not find the previous one's files. */
const known = new WeakMap<Services, Map<string, Attachments>>();

const attachmentsOf = (services: Services, key: string): Attachments => {
  const byKey = known.get(services) ?? new Map<string, Attachments>();
  known.set(services, byKey);
  const attachments = byKey.get(key) ?? createAttachments(services.newId);
  byKey.set(key, attachments);
  return attachments;
};

export const useAttachments = (groupId: string) => {
  const userId = useAppSelector(selectUserId) ?? '';
  const attachments = attachmentsOf(useServices(), `${userId} ${groupId}`);
  return { attachments, ...useSyncExternalStore(attachments.subscribe, attachments.state) };
};
