import type { ReactNode } from 'react';
import { useGroupsWithEvents } from '../../data/calendar-entry/use-events.ts';
import { useGroupAccents } from '../../data/group/accent.ts';
import { type FailedGroups, useFailedGroups } from '../../data/group/use-failed-groups.ts';
import { useSortedGroups } from '../../data/group/use-sorted-groups.ts';
import { useAfter } from '../../shared/hooks/use-after.ts';
import type { AccentName } from '../../shared/lib/accent.ts';
import { LoadFailed } from '../../shared/ui/page/loaded.tsx';
import './sidebar.css';

/** Milliseconds. */
const RETRY_DELAY_MS = 10_000;

/**
 * The sidebar of My Schedule. It has no settings, views, members or media. A legend in the order of the rail shows the
 * color of each group with events.
 */
export function MyScheduleSidebar({ children }: { children: ReactNode }) {
  const { pinned, others } = useSortedGroups();
  const accentOf = useGroupAccents();
  const shown = useGroupsWithEvents();
  return (
    <aside className="sidebar sidebar--mine" aria-label="My Schedule">
      <header className="sidebar__head">
        <h1 className="cut">My Schedule</h1>
      </header>
      {children}
      <section aria-label="Colors in this schedule">
        <header className="sidebar__sec">
          <h2>Colors in this schedule</h2>
        </header>
        <ul>
          <ColorKey accent="personal" name="Personal" />
          {[...pinned, ...others]
            .filter(({ _id }) => shown.has(_id))
            .map(({ _id, name }) => (
              <ColorKey key={_id} accent={accentOf(_id)} name={name} />
            ))}
        </ul>
        <FailedLine />
      </section>
    </aside>
  );
}

/** Takes the place of the groups. */
function FailedLine() {
  const failed = useFailedGroups();
  return failed && <Failed {...failed} />;
}

function Failed({ isRetrying, retry }: FailedGroups) {
  // The server may have failed while the connection held. Its return is then not noticed otherwise.
  useAfter(!isRetrying, RETRY_DELAY_MS, retry);
  return (
    <LoadFailed className="sidebar__failed" onRetry={retry}>
      {isRetrying ? 'Loading your groups…' : 'Your groups didn’t load.'}
    </LoadFailed>
  );
}

function ColorKey({ accent, name }: { accent: AccentName; name: string }) {
  return (
    <li className="member">
      <span className="key" data-accent={accent} />
      <span className="member__name cut">{name}</span>
    </li>
  );
}
