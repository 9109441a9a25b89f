import { hash, timingSafeEqual } from 'node:crypto';

/** The stored form of a session token. It names the session's stream and document; the token itself is never stored. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

/** Compares in constant time. */
export const equalText = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
