import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../shared/ui/controls/button.tsx';

export interface EditFormProps {
  children: ReactNode;
  busy: boolean;
  onSave: () => void;
  onCancel: () => void;
}

/** Save and Cancel below what is edited. Enter saves, Escape cancels. */
export function EditForm({ children, busy, onSave, onCancel }: EditFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) onSave();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && !busy) onCancel();
      }}
    >
      {children}
      <div className="rows__acts">
        <Button type="submit" variant="primary" size="sm" busyLabel={busy && 'Saving...'}>
          Save
        </Button>
        <Button size="sm" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
