import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { PhoneInput } from './phone-input.tsx';

interface HostProps {
  initial: string;
  error?: string;
  onDigits: (digits: string) => void;
}

function Host({ initial, error, onDigits }: HostProps) {
  const [value, setValue] = useState(initial);
  const onChange = (digits: string) => {
    setValue(digits);
    onDigits(digits);
  };
  return (
    <Field label="Phone number" error={error}>
      <PhoneInput value={value} onChange={onChange} />
    </Field>
  );
}

function setUp(initial = '', error?: string) {
  let last = initial;
  render(
    <Host
      initial={initial}
      error={error}
      onDigits={(digits) => {
        last = digits;
      }}
    />,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Phone number');
  return { input, digits: () => last };
}

test('a phone number accepts only digits and is shown as (123) 456-7890, at most 14 characters (AUTH-09, AUTH-10)', () => {
  const { input, digits } = setUp();
  expect(input.maxLength).toBe(14);
  fireEvent.change(input, { target: { value: '4x1y5' } });
  expect(input.value).toBe('(415');
  fireEvent.change(input, { target: { value: '(4155' } });
  expect(input.value).toBe('(415) 5');
  fireEvent.change(input, { target: { value: '(415) 555-0132' } });
  expect(input.value).toBe('(415) 555-0132');
  expect(digits()).toBe('4155550132');
});

test('a pasted phone number loses its country code and keeps its last digits', () => {
  const { input, digits } = setUp();
  fireEvent.paste(input, { clipboardData: { getData: () => '+1 (415) 555-0132' } });
  expect(digits()).toBe('4155550132');
});

test('a phone number pasted over another one replaces it, with nothing selected', () => {
  const { input, digits } = setUp('2125550100');
  input.setSelectionRange(14, 14);
  fireEvent.paste(input, { clipboardData: { getData: () => '(415) 555-0132' } });
  expect(digits()).toBe('4155550132');
});

test('a phone number typed with its country code loses that, and keeps its last digit', () => {
  const { input, digits } = setUp();
  for (const digit of '14155550132') {
    // A browser lets nobody type beyond the maximum length.
    if (input.value.length < input.maxLength) fireEvent.change(input, { target: { value: input.value + digit } });
  }
  expect(digits()).toBe('4155550132');
  expect(input.value).toBe('(415) 555-0132');
  expect(input.maxLength).toBe(14);
});

test('Backspace right after the punctuation of a phone number deletes the digit before it', () => {
  const { input, digits } = setUp('4155550132');
  // The browser has removed the hyphen of (415) 555-0132 and left the caret where it was.
  setDomValue(input, '(415) 5550132', 9);
  fireEvent(input, new InputEvent('input', { bubbles: true, inputType: 'deleteContentBackward' }));
  expect(digits()).toBe('415550132');
  expect(input.value).toBe('(415) 550-132');
  expect(input.selectionStart).toBe(8);
});

test('the error of a phone number is tied to its input', () => {
  const { input } = setUp('', 'Please enter a valid 10-digit phone number');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Please enter a valid 10-digit phone number');
});

/** Sets the value as the browser does, past the setter that React watches. */
function setDomValue(input: HTMLInputElement, value: string, caret: number): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.setSelectionRange(caret, caret);
}
