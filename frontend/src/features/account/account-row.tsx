import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/controls/button.tsx';

export interface AccountRowProps {
  label: string;
  /** The stored value. An empty one is shown as `Not set`. */
  value: string;
  editing: boolean;
  onEdit: () => void;
  /** Replaces the value while it is edited. */
  children: ReactNode;
  /** Aligns the label with the first line of text instead of an input. */
  textFirst?: boolean;
  /** A `<dd>` below the value, hidden while it is edited. */
  below?: ReactNode;
}

/** One field of the account, with the way to change it. */
export function AccountRow(props: AccountRowProps) {
  const { label, value, editing, onEdit, children, textFirst, below } = props;

  if (editing)
    return (
      <div className={textFirst ? 'is-editing is-editing--top' : 'is-editing'} data-focus-home="">
        <dt>{label}</dt>
        <dd>{children}</dd>
      </div>
    );
  return (
    <div data-focus-home="">
      <dt>{label}</dt>
      <dd className="tabular-digits">{value === '' ? <span className="rows__unset">Not set</span> : value}</dd>
      <dd className="rows__edit">
        <Button variant="ghost" size="sm" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </Button>
      </dd>
      {below}
    </div>
  );
}
