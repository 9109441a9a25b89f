import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { type CodeDigits, isComplete, joinCode } from '../../../lib/code-digits.ts';
import { ErrorLine } from '../../feedback/error-line.tsx';
import { CodeBoxes } from './code-boxes.tsx';

export interface CodeFieldProps {
  /** When the code was sent, in milliseconds since the epoch. */
  sentAt: number;
  value: CodeDigits;
  error: string | undefined;
  onChange: (code: CodeDigits) => void;
  /** Called with undefined when the code is changed: the error was about the old one. */
  onError: (error: string | undefined) => void;
  /** The sixth digit was entered, or Enter was pressed. */
  onSubmit: () => void;
}

/** The boxes for a code that was sent, and the error about it. */
export function CodeField({ sentAt, value, error, onChange, onError, onSubmit }: CodeFieldProps) {
  const errorId = useId();
  useSubmitWhenComplete(value, onSubmit);
  return (
    <>
      <CodeBoxes
        // A new code is typed from the first box.
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

/** Submits six new digits once. Digits that were there from the start are not submitted: the user came back to them. */
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
