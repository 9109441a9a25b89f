import { useAfter } from '../../../shared/hooks/use-after.ts';
import { DateLeaf } from '../../../shared/ui/dates/date-leaf.tsx';
import { BusyOverlay } from '../../../shared/ui/overlays/busy-overlay.tsx';
import type { Creation } from './use-create-event.ts';

/** Milliseconds. */
const SUCCESS_STAYS = 2000;

export interface CreatingOverlayProps {
  stage: Creation['stage'];
  date: string;
  /** The success was shown long enough. */
  onDone: () => void;
}

export function CreatingOverlay({ stage, date, onDone }: CreatingOverlayProps) {
  const created = stage === 'created';
  useAfter(created, SUCCESS_STAYS, onDone);
  return (
    <BusyOverlay
      open={stage === 'creating' || created}
      done={created}
      title={created ? 'Event Created!' : 'Creating Event...'}
      detail={created && 'Your event has been added successfully'}
    >
      <DateLeaf date={date} />
    </BusyOverlay>
  );
}
