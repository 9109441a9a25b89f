import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useServices } from '../../data/services/services-context.tsx';
import { markInviteFlow } from '../../data/session/invite.ts';
import type { SignInMode } from '../../data/session/saved-step.ts';
import { asksForInviteFlow, firstMode } from './first-mode.ts';

const chosenMode = (state: unknown): SignInMode | undefined =>
  typeof state === 'object' &&
  state !== null &&
  'signInMode' in state &&
  (state.signInMode === 'login' || state.signInMode === 'signup')
    ? state.signInMode
    : undefined;

/**
 * The mode and the way to change it. A choice belongs to this entry of the browser's history: it holds over a reload and
 * is gone when the visitor leaves and comes anew.
 */
export function useMode(): readonly [SignInMode, (mode: SignInMode) => void] {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const { storage } = useServices();

  useEffect(() => {
    if (asksForInviteFlow({ pathname, search })) markInviteFlow(storage);
  }, [pathname, search, storage]);

  // Signing in changes what is stored while this screen still stands; the mode must not follow.
  const first = useMemo(() => firstMode({ pathname, search }, storage), [pathname, search, storage]);
  const choose = (mode: SignInMode) => navigate({ pathname, search }, { replace: true, state: { signInMode: mode } });
  return [chosenMode(location.state) ?? first, choose];
}
