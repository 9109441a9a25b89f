import { useSyncExternalStore } from 'react';
import { selectUserId } from '../../../entities/session/session-slice.ts';
import { useAppSelector } from '../../../entities/store/hooks.ts';
import type { Services } from '../../../entities/store/services.ts';
import { useServices } from '../../../entities/store/services-context.tsx';
import { type Attachments, createAttachments } from './attachments.ts';

/** By page, user and group: nobody finds the files of who was signed in before. */
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
