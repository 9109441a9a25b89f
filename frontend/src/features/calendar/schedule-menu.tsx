import { History } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useScheduleSettings } from '../../data/session/schedule-settings.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../shared/ui/overlays/menu.tsx';

const RecentlyDeleted = lazy(async () => ({
  default: (await import('./deleted/recently-deleted.tsx')).RecentlyDeleted,
}));

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
  const [showsDeleted, setShowsDeleted] = useState(false);
  return (
    <>
      <Menu label="Schedule options" isOpenAtFirst={isOpenAtFirst} trigger={trigger}>
        <MenuChoices
          options={FIRST_WEEKDAYS}
          value={firstWeekday === 1 ? '1' : '0'}
          onChange={(value) => choose({ firstWeekday: value === '1' ? 1 : 0 })}
        />
        <MenuSeparator />
        <MenuItem icon={<History className="i i--sm" />} onSelect={() => setShowsDeleted(true)}>
          Recently deleted
        </MenuItem>
      </Menu>
      {showsDeleted && (
        <Suspense fallback={null}>
          <RecentlyDeleted groupId={groupId} onClose={() => setShowsDeleted(false)} />
        </Suspense>
      )}
    </>
  );
}
