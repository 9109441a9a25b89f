import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect } from 'react';
import { submits } from '../../shared/lib/submits.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { useDiscardQuestion } from '../../shared/ui/overlays/discard-question.tsx';

/** Counts the forms in which something was typed, so that leaving the screen asks first. */
export const UnsavedForms = createContext<(count: (before: number) => number) => void>(() => undefined);

const useUnsaved = (isTouched: boolean): void => {
  const count = useContext(UnsavedForms);
  useEffect(() => {
    if (!isTouched) return;
    count((before) => before + 1);
    return () => count((before) => before - 1);
  }, [count, isTouched]);
};

export interface EditFormProps {
  children: ReactNode;
  /** Another value was typed. Escape asks before discarding it. */
  isTouched: boolean;
  busy: boolean;
  onSave: () => void;
  onCancel: () => void;
}

/** A form with Save and Cancel below its fields. Enter saves, Escape cancels. */
export function EditForm({ children, isTouched, busy, onSave, onCancel }: EditFormProps) {
  useUnsaved(isTouched);
  const { close, question } = useDiscardQuestion('changes', isTouched, onCancel);
  return (
    <>
      <form
        noValidate
        onSubmit={submits(() => busy || onSave())}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape' && !busy) close();
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
      {question}
    </>
  );
}
