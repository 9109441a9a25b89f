import type { SessionView } from '@quorum/contracts/session/wire.ts';
import { monthDayYear } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { LogOut } from 'lucide-react';
import { useId, useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { sessionsApi } from '../../data/user/sessions-api.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../shared/ui/overlays/confirm-dialog.tsx';
import { Loaded, LoadFailed } from '../../shared/ui/page/loaded.tsx';
import { Badge } from '../../shared/ui/people/badge.tsx';
import './sessions-section.css';

/** The session to end, or all others. */
type Asked = SessionView | 'others';

const deviceOf = ({ device }: SessionView): string => (device === '' ? 'Unknown device' : device);

/** Where the user is signed in, with buttons to end sessions. */
export function SessionsSection() {
  const titleId = useId();
  const [asked, setAsked] = useState<Asked>();
  return (
    <section aria-labelledby={titleId} data-focus-home="h2">
      <h2 tabIndex={-1} className="account__h" id={titleId}>
        Devices
      </h2>
      <Loaded
        load={sessionsApi.useSessionsQuery()}
        skeleton={<LoadingSessions />}
        failed={(retry) => (
          <LoadFailed className="sessions__failed" onRetry={retry}>
            Your devices didn’t load.
          </LoadFailed>
        )}
      >
        {(sessions) => <SessionList sessions={sessions} onAsk={setAsked} />}
      </Loaded>
      {asked !== undefined && <EndDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function LoadingSessions() {
  return (
    <div className="sessions" aria-busy="true">
      <div>
        <Skeleton width={160} height={16} />
        <Skeleton width={220} />
      </div>
    </div>
  );
}

function SessionList({ sessions, onAsk }: { sessions: readonly SessionView[]; onAsk: (asked: Asked) => void }) {
  const others = sessions.some(({ current }) => !current);
  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <div className="sessions__text">
              <h3>
                {deviceOf(session)} {session.current && <Badge>This device</Badge>}
              </h3>
              <LastUsed session={session} />
            </div>
            {!session.current && (
              <Button size="sm" aria-label={`End ${deviceOf(session)}`} onClick={() => onAsk(session)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others ? (
        <Button size="sm" onClick={() => onAsk('others')}>
          Sign out of all other devices
        </Button>
      ) : (
        <p className="sessions__none">You are not signed in anywhere else.</p>
      )}
    </>
  );
}

function LastUsed({ session }: { session: SessionView }) {
  const timeZone = useTimeZone();
  const { now } = useServices();
  const dayOf = (instant: string) => monthDayYear(localDate(Date.parse(instant), timeZone));
  const today = monthDayYear(localDate(now(), timeZone));
  const used = dayOf(session.lastUsedAt);
  const when = used === today ? 'today' : used;
  return (
    <p className="tabular-digits">
      {session.current ? 'In use now' : `Last used ${when}`} · Signed in {dayOf(session.createdAt)}
    </p>
  );
}

function EndDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const [endOne] = sessionsApi.useEndSessionMutation();
  const [endOthers] = sessionsApi.useEndOtherSessionsMutation();
  const isAll = asked === 'others';
  const end = (which: Asked) => (which === 'others' ? endOthers() : endOne(which.id));
  const { act, busy, error } = useAction(end, {
    failed: 'Failed to sign out. Please try again.',
    done: isAll ? 'Signed out of all other devices' : `Signed out of ${deviceOf(asked)}`,
    next: onClose,
  });

  return (
    <ConfirmDialog
      open
      destructive
      sign={<LogOut className="i" />}
      onClose={onClose}
      onConfirm={() => void act(asked)}
      title={isAll ? 'Sign out of all other devices' : `Sign out of ${deviceOf(asked)}`}
      confirmLabel="Sign Out"
      busyLabel={busy && 'Signing out...'}
      error={error}
    >
      {isAll
        ? 'This signs you out everywhere else right away. You’ll stay signed in here.'
        : 'That device is signed out right away. To use it again, sign in with a code.'}
    </ConfirmDialog>
  );
}
