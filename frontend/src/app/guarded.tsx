import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { type Audience, guard } from '../entities/session/guard.ts';
import { pendingInvite } from '../entities/session/invite.ts';
import { selectSession } from '../entities/session/session-slice.ts';
import { useAppSelector } from '../entities/store/hooks.ts';
import { useServices } from '../entities/store/services-context.tsx';
import { Waiting } from './waiting.tsx';

export function Guarded({ audience, children }: { audience: Audience; children: ReactNode }) {
  const session = useAppSelector(selectSession);
  const { storage } = useServices();
  const decision = guard(audience, session, pendingInvite(storage));
  if (decision === 'wait') return <Waiting />;
  return decision === 'show' ? children : <Navigate to={decision.to} replace />;
}
