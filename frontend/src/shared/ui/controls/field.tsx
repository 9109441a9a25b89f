import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { ErrorLine } from '../feedback/error-line.tsx';

interface FieldLinks {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

const FieldContext = createContext<FieldLinks | null>(null);

/** Props that tie an input to the label, hint and error of the field around it. Empty outside a field. */
export function useField(): Partial<FieldLinks> {
  return useContext(FieldContext) ?? {};
}

export interface FieldProps {
  label: ReactNode;
  /** Shown to the right of the label, as `count/max`. */
  count?: number | undefined;
  max?: number | undefined;
  /** Shown to the right of the label when there is no counter: `Optional`. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | null | false;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  children: ReactNode;
}

function Aside({ count, max, aside }: Pick<FieldProps, 'count' | 'max' | 'aside'>) {
  if (count !== undefined && max !== undefined)
    return <span className="field__count" aria-hidden="true">{`${count}/${max}`}</span>;
  return aside && <span className="field__count">{aside}</span>;
}

/** Label above, counter on the right, error below. The input is a child: Input, Textarea, PhoneInput. */
export function Field({ label, count, max, aside, hint, error, hideLabel, children }: FieldProps) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
  const invalid = Boolean(error);
  const links = useMemo<FieldLinks>(
    () => ({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined }),
    [id, describedBy, invalid],
  );
  return (
    <div className="field">
      <label className={hideLabel ? 'visually-hidden' : 'field__label'} htmlFor={id}>
        {label}
        <Aside count={count} max={max} aside={aside} />
      </label>
      <FieldContext value={links}>{children}</FieldContext>
      {hint && (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  );
}
