import { Plus } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';

/** Only for people who may create events here: everyone in My Schedule, in a group as its settings allow. */
export function CreateEventButton({ onCreate, onNear }: { onCreate: () => void; onNear: () => void }) {
  return (
    <Button
      variant="primary"
      block
      icon={<Plus className="i" aria-hidden="true" />}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onCreate}
    >
      Create Event
    </Button>
  );
}

/** Reserves the button's place while it is unknown who may create events. */
export function CreateEventPlace() {
  return <div className="side__place" aria-hidden="true" />;
}
