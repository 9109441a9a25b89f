import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  readonly label: string;
  /** What is chosen. Undefined shows the children, with which to choose. */
  readonly value: string | undefined;
  readonly onClear: () => void;
  readonly children: ReactNode;
};

/** One filter: its value with a button that clears it, or the control that sets it. */
export function FilterPlace({ label, value, onClear, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isSet = value !== undefined;
  const wasSet = useRef(isSet);
  // Setting or clearing replaces the button that had the focus.
  useEffect(() => {
    if (wasSet.current !== isSet && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus();
    wasSet.current = isSet;
  }, [isSet]);
  return (
    <div ref={place} className="filters__one">
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
          <X className="i" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
