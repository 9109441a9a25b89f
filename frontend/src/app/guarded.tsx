import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useServices } from '../data/services/services-context.tsx';
import { type Audience, guard } from '../data/session/guard.ts';
import { pendingInvite } from '../data/session/invite.ts';
import { selectSession } from '../data/session/session-slice.ts';
import { useAppSelector } from '../data/store/hooks.ts';
import { Waiting } from './waiting.tsx';

export function Guarded({ audience, children }: { audience: Audience; children: ReactNode }) {
  const session = useAppSelector(selectSession);
  const { storage } = useServices();
  const decision = guard(audience, session, pendingInvite(storage));
  if (decision === 'wait') return <Waiting />;
  return decision === 'show' ? children : <Navigate to={decision.to} replace />;
}
