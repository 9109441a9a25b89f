import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { type CodeDigits, isComplete, joinCode } from '../lib/code-digits.ts';
import { CodeBoxes } from './code-boxes.tsx';
import { ErrorLine } from './error-line.tsx';

export interface CodeFieldProps {
  /** When the code was sent, in milliseconds since the epoch. */
  sentAt: number;
  value: CodeDigits;
  error: string | undefined;
  onChange: (code: CodeDigits) => void;
  /** Undefined takes the error away: it was about a code that is being changed. */
  onError: (error: string | undefined) => void;
  /** The six digits are there, or Enter was pressed on them. */
  onSubmit: () => void;
}

/** The boxes of a code that was sent, and what is wrong about it. */
export function CodeField({ sentAt, value, error, onChange, onError, onSubmit }: CodeFieldProps) {
  const errorId = useId();
  useSubmitWhenComplete(value, onSubmit);
  return (
    <>
      <CodeBoxes
        // A new code starts in the first box.
        key={sentAt}
        autoFocus
        value={value}
        onChange={(next) => {
          onError(undefined);
          onChange(next);
        }}
        onSubmit={onSubmit}
        onIncomplete={() => onError('Please enter all 6 digits')}
        invalid={error !== undefined}
        describedBy={error === undefined ? undefined : errorId}
      />
      {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </>
  );
}

/** Six new digits are submitted once. Digits that were there from the start are not: somebody came back to them. */
const useSubmitWhenComplete = (value: CodeDigits, onSubmit: () => void): void => {
  const code = isComplete(value) ? joinCode(value) : '';
  const last = useRef(code);
  const submit = useEffectEvent(onSubmit);
  useEffect(() => {
    if (code === last.current) return;
    last.current = code;
    if (code !== '') submit();
  }, [code]);
};
