/** The digits of a US number in typed or pasted text: at most ten, without the leading country code 1. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits;
  return national.slice(0, 10);
}

/**
 * '(123) 456-7890', or as much of it as there are digits. It never ends in punctuation, so Backspace always deletes a
 * digit.
 */
export function formatPhone(digits: string): string {
  if (digits.length === 0) return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6, 10)}`;
}

/** The caret position in the formatted text after this many digits. */
export function caretAfterDigits(formatted: string, digitCount: number): number {
  if (digitCount === 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (/\d/.test(formatted[index] ?? '')) seen++;
    if (seen === digitCount) return index + 1;
  }
  return formatted.length;
}
