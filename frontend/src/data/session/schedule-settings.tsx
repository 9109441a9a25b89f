import type { FirstWeekday } from '@quorum/contracts/time/days.ts';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { FirstWeekdayContext } from '../../shared/hooks/first-weekday.ts';
import { hasFields } from '../../shared/lib/has-fields.ts';
import { useServices } from '../services/services-context.tsx';
import { readJson } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectUserId } from './session-slice.ts';

const VIEWS = ['list', 'day', 'week', 'month'] as const;
export type ScheduleViewKind = (typeof VIEWS)[number];

type Settings = { readonly view: ScheduleViewKind; readonly firstWeekday: FirstWeekday };

const isSettings = (value: unknown): value is Settings =>
  hasFields(value, { view: 'string', firstWeekday: 'number' }) &&
  VIEWS.some((view) => view === value.view) &&
  (value.firstWeekday === 0 || value.firstWeekday === 1);

const FIRST: Settings = { view: 'list', firstWeekday: 0 };

type Chosen = Settings & { readonly choose: (part: Partial<Settings>) => void };

const SettingsContext = createContext<Chosen>({ ...FIRST, choose: () => undefined });

/** How the viewer looks at every schedule. */
export const useScheduleSettings = (): Chosen => useContext(SettingsContext);

/** Remembered by the browser for each account: a wide screen and a narrow one want different views. */
export function ScheduleSettings({ children }: { children: ReactNode }) {
  const { storage } = useServices();
  const key = storageKeys.schedule + useAppSelector(selectUserId);
  const [settings, setSettings] = useState(() => readJson(storage, key, isSettings) ?? FIRST);
  const chosen = useMemo<Chosen>(
    () => ({
      ...settings,
      choose: (part) => {
        const next = { ...settings, ...part };
        storage.set(key, JSON.stringify(next));
        setSettings(next);
      },
    }),
    [settings, storage, key],
  );
  return (
    <SettingsContext value={chosen}>
      <FirstWeekdayContext value={settings.firstWeekday}>{children}</FirstWeekdayContext>
    </SettingsContext>
  );
}
