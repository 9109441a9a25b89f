import { Ellipsis } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { IconButton, type IconButtonProps } from '../../shared/ui/controls/icon-button.tsx';

const ScheduleMenu = preloadable(async () => ({ default: (await import('./schedule-menu.tsx')).ScheduleMenu }));

const OptionsButton = (props: Partial<IconButtonProps>) => (
  <IconButton {...props} size="sm" label="Schedule options" icon={<Ellipsis className="i i--sm" />} />
);

/** The menu of the schedule. Its code arrives once the page is idle, or when it is asked for. */
export function ScheduleOptions({ groupId }: { groupId: string }) {
  const [load, setLoad] = useState<'idle' | 'asked'>();
  useEffect(() => whenIdle(() => setLoad((last) => last ?? 'idle')), []);
  const button = <OptionsButton aria-haspopup="menu" onClick={() => setLoad('asked')} />;
  if (load === undefined) return button;
  return (
    <Suspense fallback={button}>
      <ScheduleMenu groupId={groupId} trigger={<OptionsButton />} isOpenAtFirst={load === 'asked'} />
    </Suspense>
  );
}
