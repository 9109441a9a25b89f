import { X } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  /** The chosen value. If undefined, the children are shown, to choose one. */
  readonly value: string | undefined;
  readonly onClear: () => void;
  readonly children: ReactNode;
};

/** One filter: its value with a button that clears it, or the control that sets it. */
export function FilterPlace({ label, value, onClear, children }: Props) {
  return (
    <div className="filters__one" data-focus-home="">
      {value === undefined ? (
        children
      ) : (
        <button
          type="button"
          className="filter is-set"
          aria-label={`${label}, ${value}, clear`}
          title={value}
          onClick={onClear}
        >
          <span className="filter__v">{value}</span>
          <X className="i" />
        </button>
      )}
    </div>
  );
}
