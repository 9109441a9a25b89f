import { useEffect, useMemo } from 'react';
import { useServices } from '../../data/services/services-context.tsx';
import { markInviteFlow } from '../../data/session/invite.ts';
import type { SignInMode } from '../../data/session/saved-step.ts';
import { hasFields } from '../../shared/lib/has-fields.ts';
import { type Address, asksForInviteFlow, firstMode } from './first-mode.ts';

/** The entry of the browser's history that shows the screen. */
export type HistoryEntry = Address & {
  readonly state: unknown;
  readonly replaceState: (state: object) => void;
};

const chosenMode = (state: unknown): SignInMode | undefined => {
  const mode = hasFields(state, { signInMode: 'string' }) ? state.signInMode : undefined;
  return mode === 'login' || mode === 'signup' ? mode : undefined;
};

/**
 * The mode, and its setter. A choice belongs to the present entry of the browser's history: it survives a reload and is
 * gone on the next visit.
 */
export function useMode(entry: HistoryEntry): readonly [SignInMode, (mode: SignInMode) => void] {
  const { pathname, search } = entry;
  const { storage } = useServices();

  useEffect(() => {
    if (asksForInviteFlow({ pathname, search })) markInviteFlow(storage);
  }, [pathname, search, storage]);

  // Signing in changes the storage while this screen is still shown. The mode must not follow.
  const first = useMemo(() => firstMode({ pathname, search }, storage), [pathname, search, storage]);
  return [
    chosenMode(entry.state) ?? first,
    (mode) => entry.replaceState({ ...(entry.state as object | null), signInMode: mode }),
  ];
}
