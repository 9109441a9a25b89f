import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { type ContextType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useGroupAccents } from '../data/group/accent.ts';
import { useSelectedGroup } from '../data/group/use-selected-group.ts';
import { ScheduleSettings } from '../data/session/schedule-settings.tsx';
import { KeptEdits } from '../features/calendar/card/use-edits.ts';
import { Rail } from '../features/rail/rail.tsx';
import { ACTIVITY_PATH } from '../shared/lib/addresses.ts';
import { hasFields } from '../shared/lib/has-fields.ts';
import { stateOfEntry } from '../shared/lib/history-entry.ts';
import { plainKey } from '../shared/lib/plain-key.ts';
import { preloadable } from '../shared/lib/preloadable.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { AccentScope } from '../shared/ui/feedback/accent-scope.tsx';
import { type OpenDialog, useDialogs, type WantedSearch } from './dashboard/dialogs.ts';
import { useGroupGone } from './dashboard/use-group-gone.ts';

/** Needed by a press at the earliest, so the dashboard does not wait for them. */
const GroupDialogs = preloadable(async () => ({
  default: (await import('./dashboard/group-dialogs.tsx')).GroupDialogs,
}));

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./dashboard/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Loaded when idle, so that nothing typed after `/` is lost. */
const SearchPanel = preloadable(() => import('../features/search/search-panel.tsx'));

/** Calls back for a key, except while typing. */
const useKey = (key: string, act: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (plainKey(event) !== key || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role$="dialog"]')) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, act]);
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
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [keptEdits] = useState<ContextType<typeof KeptEdits>>(() => new Map());
  // What opened search, anew each time. After a reload it is there again.
  const [searching, setSearching] = useState<WantedSearch | null>(() =>
    hasFields(stateOfEntry(), { searched: 'object' }) ? { kind: 'search' } : null,
  );
  const search = useCallback(() => setSearching({ kind: 'search' }), []);
  const openPlace: OpenDialog = useCallback(
    (wanted) => (wanted.kind === 'search' ? setSearching(wanted) : open(wanted)),
    [open],
  );
  useKey(
    '?',
    useCallback(() => setHelpOpen(true), []),
  );
  useKey('/', search);
  useEffect(() => whenIdle(GroupDialogs.preload), []);
  useEffect(() => whenIdle(SearchPanel.preload), []);

  return (
    <>
      <AccentScope accent={accentOf(groupId ?? MY_SCHEDULE)} className={searching ? 'app is-searching' : 'app'}>
        <Rail
          selectedId={isActivity ? ACTIVITY_PATH : groupId}
          onSearch={search}
          onAddGroup={() => open({ kind: 'add' })}
          onChooseColor={({ _id }) => open({ kind: 'color', groupId: _id })}
          onNotifications={({ _id }, opener) => open({ kind: 'notifications', groupId: _id, opener })}
        />
        <KeptEdits value={keptEdits}>
          <ScheduleSettings>
            <Outlet context={openPlace} />
          </ScheduleSettings>
        </KeptEdits>
        {searching && (
          <Suspense fallback={null}>
            <SearchPanel opened={searching} onClose={() => setSearching(null)} />
          </Suspense>
        )}
      </AccentScope>
      <Suspense fallback={null}>
        {dialog !== null && <GroupDialogs dialog={dialog} onOpen={openPlace} onClose={close} />}
        {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </>
  );
}
