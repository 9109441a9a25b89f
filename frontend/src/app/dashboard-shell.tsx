import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { type ContextType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useFollowedActivity } from '../data/activity/use-activity.ts';
import { useUnreadTitle } from '../data/activity/use-unread-title.ts';
import { useGroupAccents } from '../data/group/accent.ts';
import { useSelectedGroup } from '../data/group/use-selected-group.ts';
import { KeptEdits } from '../features/calendar/card/use-edits.ts';
import { Rail } from '../features/rail/rail.tsx';
import { ACTIVITY_PATH } from '../shared/lib/addresses.ts';
import { plainKey } from '../shared/lib/plain-key.ts';
import { preloadable } from '../shared/lib/preloadable.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { AccentScope } from '../shared/ui/feedback/accent-scope.tsx';
import { useDialogs } from './dashboard/dialogs.ts';
import { useGroupGone } from './dashboard/use-group-gone.ts';

/** Needed by a press at the earliest, so the dashboard does not wait for them. */
const GroupDialogs = preloadable(async () => ({
  default: (await import('./dashboard/group-dialogs.tsx')).GroupDialogs,
}));

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./dashboard/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Calls back for `?`, except while typing. */
const useShortcutsKey = (show: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (plainKey(event) !== '?' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role$="dialog"]')) return;
      show();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [show]);
};

/**
 * The frame of the dashboard: the rail of groups, which stays while the selected group changes, and the group's screen.
 */
export function DashboardShell() {
  // While the groups load, the color of the selected one is unknown.
  const { groupId } = useSelectedGroup();
  const isActivity = useLocation().pathname === ACTIVITY_PATH;
  const accentOf = useGroupAccents();
  const { dialog, open, close } = useDialogs();
  useGroupGone(dialog !== null);
  useFollowedActivity();
  useUnreadTitle();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [keptEdits] = useState<ContextType<typeof KeptEdits>>(() => new Map());
  useShortcutsKey(useCallback(() => setHelpOpen(true), []));
  useEffect(() => whenIdle(GroupDialogs.preload), []);

  return (
    <>
      <AccentScope accent={accentOf(groupId ?? MY_SCHEDULE)} className="app">
        <Rail
          selectedId={isActivity ? ACTIVITY_PATH : groupId}
          onAddGroup={() => open({ kind: 'add' })}
          onChooseColor={({ _id }) => open({ kind: 'color', groupId: _id })}
          onNotifications={({ _id }, opener) => open({ kind: 'notifications', groupId: _id, opener })}
        />
        <KeptEdits value={keptEdits}>
          <Outlet context={open} />
        </KeptEdits>
      </AccentScope>
      <Suspense fallback={null}>
        {dialog !== null && <GroupDialogs dialog={dialog} onOpen={open} onClose={close} />}
        {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </>
  );
}
