import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { preloadable } from '../../../shared/lib/preloadable.ts';
import { Button, type ButtonProps } from '../../../shared/ui/controls/button.tsx';

const CopyMenu = preloadable(() => import('./copy-menu.tsx'));

const CopyButton = (props: ButtonProps) => (
  <Button {...props} size="sm" icon={<CalendarPlus className="i i--sm" />}>
    Add to my calendar
  </Button>
);

/** The menu behind it is loaded when it is asked for. */
export function AddToCalendar({ event }: { event: EventView }) {
  const [isAsked, setAsked] = useState(false);
  const button = <CopyButton aria-haspopup="menu" onClick={() => setAsked(true)} />;
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <CopyMenu event={event} trigger={<CopyButton />} isOpenAtFirst />
    </Suspense>
  );
}
