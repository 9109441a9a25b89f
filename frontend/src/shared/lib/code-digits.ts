export const CODE_LENGTH = 6;

/** Six positions, each a digit or ''. A gap may remain while one is being corrected. */
export type CodeDigits = readonly string[];

export const EMPTY_CODE: CodeDigits = Array.from({ length: CODE_LENGTH }, () => '');

export function isComplete(code: CodeDigits): boolean {
  return code.length === CODE_LENGTH && code.every((digit) => digit !== '');
}

export function isEmpty(code: CodeDigits): boolean {
  return code.every((digit) => digit === '');
}

export function joinCode(code: CodeDigits): string {
  return code.join('');
}

export function withDigit(code: CodeDigits, index: number, digit: string): CodeDigits {
  return code.map((old, at) => (at === index ? digit : old));
}

/** Writes the digits from a position on. Digits that do not fit are dropped. */
export function fillFrom(code: CodeDigits, index: number, digits: string): CodeDigits {
  return code.map((old, at) => digits[at - index] ?? old);
}
