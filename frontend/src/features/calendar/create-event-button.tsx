import { Plus } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';

/** Only for those who may create events here: in My Schedule everybody, in a group whoever its settings allow. */
export function CreateEventButton({ onCreate }: { onCreate: () => void }) {
  return (
    <Button variant="primary" block icon={<Plus className="i" aria-hidden="true" />} onClick={onCreate}>
      Create Event
    </Button>
  );
}

/** Keeps the button's place while it is not known who may create events. */
export function CreateEventPlace() {
  return <div className="side__place" aria-hidden="true" />;
}
