import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileLinks } from '@quorum/contracts/ports/file-links.ts';

const DAY = 86_400_000;
const SHORTEST_SECRET = 32;

/**
 * File links signed with HMAC-SHA256. They expire on a grid of `period` milliseconds, one to two periods from now (24 to
 * 48 hours by default). The secret has at least 32 bytes and is the same in every process.
 */
export const hmacFileLinks = (secret: Uint8Array, period: number = DAY): FileLinks => {
  if (secret.byteLength < SHORTEST_SECRET)
    throw new RangeError(`A file link secret has at least ${SHORTEST_SECRET} bytes`);
  const key = Buffer.from(secret);

  const signatureOf = (fileId: string, expires: string): Buffer =>
    createHmac('sha256', key).update(`quorum-file\n${expires}\n${fileId}`).digest();

  return {
    sign: (fileId, nowMs) => {
      const expires = String((Math.floor(nowMs / period) + 2) * period);
      const signature = signatureOf(fileId, expires).toString('base64url');
      return `/files/${encodeURIComponent(fileId)}?e=${expires}&s=${signature}`;
    },

    check: (fileId, expires, signature, nowMs) => {
      if (!/^\d{1,16}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return false;
      const genuine = timingSafeEqual(signatureOf(fileId, expires), Buffer.from(signature, 'base64url'));
      return genuine && nowMs < Number(expires);
    },
  };
};
