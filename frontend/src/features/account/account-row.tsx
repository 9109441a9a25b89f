import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../shared/ui/button.tsx';

export interface AccountRowProps {
  label: string;
  /** The stored value; an empty one reads `Not set`. */
  value: string;
  editing: boolean;
  onEdit: () => void;
  /** What replaces the value while it is edited. */
  children: ReactNode;
  /** The label stands at the first line of text, not beside an input. */
  textFirst?: boolean;
}

/** One fact of the account, with the way to change it. */
export function AccountRow({ label, value, editing, onEdit, children, textFirst }: AccountRowProps) {
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  // The buttons that ended the editing are gone; the focus goes to where it began.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  if (editing)
    return (
      <div className={textFirst ? 'is-editing is-editing--top' : 'is-editing'}>
        <dt>{label}</dt>
        <dd>{children}</dd>
      </div>
    );
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tnum">{value === '' ? <span className="rows__unset">Not set</span> : value}</dd>
      <dd className="rows__edit">
        <Button ref={edit} variant="ghost" size="sm" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </Button>
      </dd>
    </div>
  );
}
