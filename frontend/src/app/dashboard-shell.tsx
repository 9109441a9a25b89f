import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { type ContextType, Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useGroupAccents } from '../data/group/accent.ts';
import { useSelectedGroup } from '../data/group/use-selected-group.ts';
import { useScreenActions } from '../data/screen-actions/screen-actions.ts';
import { ScheduleSettings } from '../data/session/schedule-settings.tsx';
import { selectUserId } from '../data/session/session-slice.ts';
import { useAppSelector } from '../data/store/hooks.ts';
import { UnsavedEdits } from '../features/calendar/card/use-edits.ts';
import { Rail } from '../features/rail/rail.tsx';
import type { SearchPanelProps } from '../features/search/search-panel.tsx';
import { ACTIVITY_PATH } from '../shared/lib/addresses.ts';
import { classNames } from '../shared/lib/class-names.ts';
import { hasFields } from '../shared/lib/has-fields.ts';
import { stateOfEntry } from '../shared/lib/history-entry.ts';
import { preloadable } from '../shared/lib/preloadable.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { AccentScope } from '../shared/ui/feedback/accent-scope.tsx';
import { type OpenDialog, useDialogs } from './dashboard/dialogs.ts';
import { useGroupGone } from './dashboard/use-group-gone.ts';

/** Needed by a press at the earliest, so the dashboard does not wait for them. */
const GroupDialogs = preloadable(async () => ({
  default: (await import('./dashboard/group-dialogs.tsx')).GroupDialogs,
}));

/** Loaded when idle, so that nothing typed after `/` is lost. */
const SearchPanel = preloadable(() => import('../features/search/search-panel.tsx'));

/** Whether the present entry of the history was left with a search. */
const isSearchedBy = (userId: string | undefined): boolean => {
  const state = stateOfEntry();
  return hasFields(state, { searchedBy: 'string' }) && state.searchedBy === userId;
};

type Searching = SearchPanelProps['opened'] & { readonly openedAt: string };

/** The search beside the sheet. After a reload it is there again. */
const useSearching = () => {
  const userId = useAppSelector(selectUserId);
  const { key } = useLocation();
  const [opened, setOpened] = useState<Searching | undefined>(() =>
    isSearchedBy(userId) ? { openedAt: key } : undefined,
  );
  return {
    opened,
    /** Something else is shown than where it was opened. */
    isVisiting: opened !== undefined && opened.openedAt !== key,
    openSearch: useCallback((wanted: SearchPanelProps['opened']) => setOpened({ ...wanted, openedAt: key }), [key]),
    closeSearch: () => setOpened(undefined),
  };
};

/**
 * The frame of the dashboard: the rail of groups, which stays while the selected group changes, and the group's screen.
 */
export function DashboardShell() {
  // While the groups load, the color of the selected one is unknown.
  const { groupId } = useSelectedGroup();
  const isActivity = useLocation().pathname === ACTIVITY_PATH;
  const navigate = useNavigate();
  const accentOf = useGroupAccents();
  const { dialog, open, close } = useDialogs();
  useGroupGone(dialog !== null);
  const [unsavedEdits] = useState<ContextType<typeof UnsavedEdits>>(() => new Map());
  const { opened, isVisiting, openSearch, closeSearch } = useSearching();
  const openPlace: OpenDialog = useCallback(
    (wanted) => (wanted.kind === 'search' ? openSearch(wanted) : open(wanted)),
    [openSearch, open],
  );
  useScreenActions({
    ...(isActivity && {
      createEvent: () => void navigate('/dashboard?create'),
      today: () => void navigate('/dashboard'),
    }),
    search: (wanted) => openSearch({ wanted }),
    createGroup: () => open({ kind: 'create' }),
    joinGroup: () => open({ kind: 'join' }),
  });
  useEffect(() => whenIdle(GroupDialogs.preload), []);
  useEffect(() => whenIdle(SearchPanel.preload), []);

  return (
    <>
      <AccentScope
        accent={accentOf(groupId ?? MY_SCHEDULE)}
        className={classNames('app', opened && 'is-searching', isVisiting && 'is-visiting')}
      >
        <Rail
          selectedId={isActivity ? ACTIVITY_PATH : groupId}
          onSearch={() => openSearch({})}
          onAddGroup={() => open({ kind: 'add' })}
          onChooseColor={({ _id }) => open({ kind: 'color', groupId: _id })}
          onNotifications={({ _id }, opener) => open({ kind: 'notifications', groupId: _id, opener })}
        />
        <UnsavedEdits value={unsavedEdits}>
          <ScheduleSettings>
            <Outlet context={openPlace} />
          </ScheduleSettings>
        </UnsavedEdits>
        {opened && (
          <Suspense fallback={null}>
            <SearchPanel opened={opened} onClose={closeSearch} />
          </Suspense>
        )}
      </AccentScope>
      <Suspense fallback={null}>
        {dialog !== null && <GroupDialogs dialog={dialog} onOpen={openPlace} onClose={close} />}
      </Suspense>
    </>
  );
}
