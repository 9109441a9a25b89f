import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileLinks, FileScope } from '@quorum/service-kit/ports/file-links.ts';

/** Half of an address's maximum lifetime, in milliseconds. */
const PERIOD = 450_000;
const SHORTEST_SECRET = 32;

const textOf = (scope: FileScope): string => {
  switch (scope.kind) {
    case 'own':
      return `own.${scope.viewerId}`;
    case 'member':
    case 'guest':
      return `${scope.kind}.${scope.viewerId}.${scope.groupId}`;
    case 'group':
      return `group.${scope.groupId}.${scope.departures}`;
    case 'admin':
      return 'admin';
  }
};

/** @param text has a valid signature, so it has the form that {@link textOf} produces. */
const scopeOf = (text: string): FileScope => {
  const [kind, first = '', second = ''] = text.split('.');
  switch (kind) {
    case 'member':
    case 'guest':
      return { kind, viewerId: first, groupId: second };
    case 'group':
      return { kind, groupId: first, departures: Number(second) };
    case 'admin':
      return { kind };
    default:
      return { kind: 'own', viewerId: first };
  }
};

/**
 * File links signed with HMAC-SHA256. They expire on a grid, one to two periods from now (7.5 to 15 minutes). The secret is at least 32 bytes and the same in every process.
 */
export const hmacFileLinks = (secret: Uint8Array): FileLinks => {
  if (secret.byteLength < SHORTEST_SECRET)
    throw new RangeError(`A file link secret has at least ${SHORTEST_SECRET} bytes`);
  const key = Buffer.from(secret);

  const signatureOf = (fileId: string, expires: string, scope: string): Buffer =>
    createHmac('sha256', key).update(`quorum-file\n${expires}\n${scope}\n${fileId}`).digest();

  return {
    sign: (fileId, scope, nowMs) => {
      const expires = String((Math.floor(nowMs / PERIOD) + 2) * PERIOD);
      const text = textOf(scope);
      const signature = signatureOf(fileId, expires, text).toString('base64url');
      return `/files/${encodeURIComponent(fileId)}?e=${expires}&v=${encodeURIComponent(text)}&s=${signature}`;
    },

    check: (fileId, { expires, scope, signature }, nowMs) => {
      if (!/^\d{1,16}$/.test(expires) || !/^[\w-]{43}$/.test(signature) || scope.length > 200) return undefined;
      const genuine = timingSafeEqual(signatureOf(fileId, expires, scope), Buffer.from(signature, 'base64url'));
      return genuine && nowMs < Number(expires) ? scopeOf(scope) : undefined;
    },
  };
};
