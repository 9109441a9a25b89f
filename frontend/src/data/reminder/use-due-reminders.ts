import { START_SHOWN } from '@quorum/contracts/reminder/lead-times.ts';
import type { DueReminder } from '@quorum/contracts/reminder/wire.ts';
import { useEffect, useState } from 'react';
import { useNow } from '../../shared/hooks/use-now.ts';
import { notificationApi } from '../notification/notification-api.ts';
import { useServices } from '../services/services-context.tsx';
import { readJson } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

/** Dismissed reminders that a browser remembers. */
const MAX_DISMISSED = 100;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

export const dueKey = ({ event, minutes }: DueReminder): string => `${event._id} ${event.startsAt} ${minutes}`;

const isAhead = ({ event, minutes }: DueReminder, now: number): boolean =>
  now < Date.parse(event.startsAt) + (minutes === 0 ? START_SHOWN : 0);

/** Reminders to show: until they are dismissed, in any window of this browser, or their event begins. */
export const useDueReminders = () => {
  const { storage } = useServices();
  const [dismissed, setDismissed] = useState<readonly string[]>(
    () => readJson(storage, storageKeys.reminders, isTexts) ?? [],
  );
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === storageKeys.reminders)
        setDismissed(readJson(storage, storageKeys.reminders, isTexts) ?? []);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [storage]);
  const now = useNow();
  const { data } = notificationApi.useNotificationsQuery();
  const due = (data?.due ?? []).filter((each) => isAhead(each, now) && !dismissed.includes(dueKey(each)));
  const dismiss = (reminder: DueReminder) => {
    const known = readJson(storage, storageKeys.reminders, isTexts) ?? [];
    const next = [...known, dueKey(reminder)].slice(-MAX_DISMISSED);
    storage.set(storageKeys.reminders, JSON.stringify(next));
    setDismissed(next);
  };
  return { due, now, dismiss };
};
