import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { CalendarPlus, History } from 'lucide-react';
import { type ReactElement, Suspense, useState } from 'react';
import { mayIn } from '../../data/group/group-rights.ts';
import { selectListed } from '../../data/group/use-group.ts';
import { useScheduleSettings } from '../../data/session/schedule-settings.tsx';
import { useAppSelector } from '../../data/store/hooks.ts';
import type { RootState } from '../../data/store/state.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../shared/ui/overlays/menu.tsx';

const RecentlyDeleted = preloadable(async () => ({
  default: (await import('./deleted/recently-deleted.tsx')).RecentlyDeleted,
}));

const ImportDialog = preloadable(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));

/** Whether the viewer may add events to a calendar. */
const mayCreateIn = (state: RootState, groupId: string): boolean => {
  const group = selectListed(state, groupId);
  return groupId === MY_SCHEDULE || (group !== undefined && mayIn(group, 'createEvents'));
};

const FIRST_WEEKDAYS = [
  { value: '0', label: 'Weeks start on Sunday' },
  { value: '1', label: 'Weeks start on Monday' },
] as const;

interface ScheduleMenuProps {
  groupId: string;
  trigger: ReactElement;
  isOpenAtFirst: boolean;
}

export function ScheduleMenu({ groupId, trigger, isOpenAtFirst }: ScheduleMenuProps) {
  const { firstWeekday, choose } = useScheduleSettings();
  const [shown, setShown] = useState<'import' | 'deleted'>();
  const mayImport = useAppSelector((state) => mayCreateIn(state, groupId));
  const close = () => setShown(undefined);
  return (
    <>
      <Menu label="Schedule options" isOpenAtFirst={isOpenAtFirst} trigger={trigger}>
        <MenuChoices
          options={FIRST_WEEKDAYS}
          value={firstWeekday === 1 ? '1' : '0'}
          onChange={(value) => choose({ firstWeekday: value === '1' ? 1 : 0 })}
        />
        <MenuSeparator />
        {mayImport && (
          <MenuItem icon={<CalendarPlus className="i i--sm" />} onSelect={() => setShown('import')}>
            Import events
          </MenuItem>
        )}
        <MenuItem icon={<History className="i i--sm" />} onSelect={() => setShown('deleted')}>
          Recently deleted
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {shown === 'deleted' && <RecentlyDeleted groupId={groupId} onClose={close} />}
        {shown === 'import' && <ImportDialog groupId={groupId} onClose={close} />}
      </Suspense>
    </>
  );
}
