import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time. */
export const equalText = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
