import { formatPhone, phoneDigits } from '@quorum/contracts/text/phone.ts';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type InputEvent,
  type InputHTMLAttributes,
  useLayoutEffect,
  useRef,
} from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useField } from './field.tsx';

type Taken = 'value' | 'onChange' | 'size' | 'type' | 'inputMode' | 'maxLength';

export interface PhoneInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, Taken> {
  /** Up to ten digits. */
  value: string;
  onChange: (digits: string) => void;
  size?: 'md' | 'lg';
}

/** A US number, shown as (123) 456-7890. Other characters are dropped. */
export function PhoneInput({ value, onChange, size = 'md', className, ...rest }: PhoneInputProps) {
  const { 'aria-invalid': invalid, ...field } = useField();
  const typed = useTypedDigits(value, onChange);
  return (
    <div className={classNames('input', size === 'lg' && 'input--lg', className)} data-invalid={invalid}>
      <span className="input__prefix" aria-hidden="true">
        🇺🇸 <span>+1</span>
      </span>
      <span className="input__rule" />
      <input
        placeholder="(123) 456-7890"
        autoComplete="tel-national"
        {...field}
        aria-invalid={invalid}
        {...rest}
        {...typed}
        className="tabular-digits"
        type="tel"
        inputMode="numeric"
        // No area code begins with 1. It is the country code, which goes once the eleventh digit is typed.
        maxLength={value.startsWith('1') ? 15 : 14}
      />
    </div>
  );
}

/** The text of a field of digits, and its handling of typed, pasted and suggested text. */
const useTypedDigits = (value: string, onChange: PhoneInputProps['onChange']) => {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const formatted = formatPhone(value);

  // React moves the caret to the end when punctuation is added. Put it back behind the same digit.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const position = caretAfterDigits(formatted, caret.current);
    caret.current = null;
    input.current?.setSelectionRange(position, position);
  });

  const take = (text: string, digitsBeforeCaret: number) => {
    const digits = phoneDigits(text);
    caret.current = Math.min(digitsBeforeCaret, digits.length);
    onChange(digits);
  };

  const onInput = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    let before = digitCount(text.slice(0, event.target.selectionStart ?? text.length));
    let digits = phoneDigits(text);
    const deleting = (event.nativeEvent as globalThis.InputEvent).inputType === 'deleteContentBackward';
    // Backspace deleted only punctuation. The digit before it is meant.
    if (deleting && digits === value && before > 0) {
      digits = digits.slice(0, before - 1) + digits.slice(before);
      before -= 1;
    }
    take(digits, before);
  };

  const insert = (text: string, { selectionStart, selectionEnd }: HTMLInputElement) => {
    const digits = phoneDigits(text);
    const head = formatted.slice(0, selectionStart ?? formatted.length);
    const tail = formatted.slice(selectionEnd ?? formatted.length);
    // A whole number replaces the one that is there.
    if (digits.length === 10) take(digits, 10);
    else take(`${head}${digits}${tail}`, digitCount(head) + digits.length);
  };

  // The maximum length would cut off the last digits of "+1 (415) 555-0132", pasted or suggested by a keyboard.
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    insert(event.clipboardData.getData('text'), event.currentTarget);
  };
  const onBeforeInput = (event: InputEvent<HTMLInputElement>) => {
    if (event.data.length < 10) return;
    event.preventDefault();
    insert(event.data, event.currentTarget);
  };
  return { ref: input, value: formatted, onChange: onInput, onPaste, onBeforeInput };
};

function digitCount(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** The caret position in the formatted text after this many digits. */
function caretAfterDigits(formatted: string, count: number): number {
  return new RegExp(`(\\D*\\d){${count}}`).exec(formatted)?.[0].length ?? formatted.length;
}
