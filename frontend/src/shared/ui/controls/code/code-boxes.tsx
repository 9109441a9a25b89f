import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { CODE_LENGTH, type CodeDigits, fillFrom, isComplete, isEmpty, withDigit } from '../../../lib/code-digits.ts';
import { rowTarget } from '../../../lib/row-target.ts';

export interface CodeBoxesProps {
  value: CodeDigits;
  onChange: (value: CodeDigits) => void;
  /** Enter was pressed with six digits. */
  onSubmit?: () => void;
  /** Enter was pressed before all six digits were there. */
  onIncomplete?: () => void;
  invalid?: boolean;
  describedBy?: string;
  autoFocus?: boolean;
}

/** Six boxes for one code. Typing advances, Backspace and arrows move, pasting fills all. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { value, onChange, onSubmit, onIncomplete, invalid, describedBy, autoFocus } = props;
  const { boxes, focus, fill, onInput } = useBoxes(value, onChange);
  // Typing starts in the first box, also after a refused code was cleared.
  const empty = isEmpty(value);
  // Someone who returns to an entered code continues after its digits.
  const next = value.includes('') ? value.indexOf('') : CODE_LENGTH - 1;
  useEffect(() => {
    if (autoFocus && empty) boxes.current[0]?.focus();
  }, [autoFocus, empty, boxes]);

  const onKeyDown = (index: number, event: KeyboardEvent<HTMLInputElement>) => {
    const target = rowTarget(event.key, index, CODE_LENGTH);
    if (event.key === 'Enter') (isComplete(value) ? onSubmit : onIncomplete)?.();
    else if (event.key === 'Backspace' && value[index] === '' && index > 0) {
      onChange(withDigit(value, index - 1, ''));
      focus(index - 1);
    } else if (target !== undefined) focus(target);
    else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    fill(0, event.clipboardData.getData('text'));
  };

  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="visually-hidden">6-digit code</legend>
      <div className="code">
        {value.map((digit, index) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the box is its position
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            className={classNames('code__box', digit !== '' && 'is-filled')}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}
            aria-invalid={invalid || undefined}
            // biome-ignore lint/a11y/noAutofocus: the step is about this code alone
            autoFocus={autoFocus && index === next}
            value={digit}
            onChange={(event) => onInput(index, event)}
            onKeyDown={(event) => onKeyDown(index, event)}
            onPaste={onPaste}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Puts typed and pasted digits into the boxes and moves the focus behind them. */
const useBoxes = (value: CodeDigits, onChange: (value: CodeDigits) => void) => {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) => {
    const box = boxes.current[Math.max(0, Math.min(CODE_LENGTH - 1, index))];
    box?.focus();
    box?.select();
  };
  const fill = (index: number, text: string) => {
    const digits = text.replace(/\D/g, '');
    if (digits === '') return;
    onChange(fillFrom(value, index, digits));
    focus(index + digits.length);
  };
  const onInput = (index: number, event: ChangeEvent<HTMLInputElement>) => {
    const digits = event.target.value.replace(/\D/g, '');
    if (digits === '') {
      // A letter is dropped. Only deleting the digit empties the box.
      if (event.target.value === '') onChange(withDigit(value, index, ''));
    } else if (digits.length > 2) {
      // The browser's suggestion and password managers put the whole code into one box, whichever has the focus.
      fill(digits.length < CODE_LENGTH ? index : 0, digits);
    } else {
      const typed = digits.length === 2 && digits[0] === value[index] ? digits[1] : digits[0];
      onChange(withDigit(value, index, typed ?? ''));
      focus(index + 1);
    }
  };
  return { boxes, focus, fill, onInput };
};
