import { randomBytes } from 'node:crypto';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { describe, expect, it } from 'vitest';
import { AdminVisits } from './admin-visits.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 3, 10);
const VISIT = '00000000-0000-4000-8000-00000000000a';
const recordedAt = new Date(START).toISOString();
const [signedIn, signedOut] = ['AdminSignedIn', 'AdminSignedOut'].map(
  (type) => ({ type, recordedAt, data: { visitId: VISIT, by: 'admin' } }) as StoredEvent,
) as [StoredEvent, StoredEvent];

const key = randomBytes(32);
const visits = (stored: readonly StoredEvent[], secret: Uint8Array = key) =>
  new AdminVisits({ read: async (stream) => (stream === `admin-${VISIT}` ? stored : []) }, secret);
const token = visits([]).tokenOf(VISIT);

describe('a visit of an administrator', () => {
  it('a visit of an administrator is open from its sign-in to its sign-out, for 12 hours at most (SAFE-20)', async () => {
    expect(await visits([signedIn]).isOpen(token, START)).toBe(true);
    expect(await visits([signedIn]).isOpen(token, START + 12 * HOUR - 1)).toBe(true);
    expect(await visits([signedIn]).isOpen(token, START + 12 * HOUR)).toBe(false);
    expect(await visits([signedIn, signedOut]).isOpen(token, START)).toBe(false);
    expect(await visits([]).isOpen(token, START)).toBe(false);
  });

  it('a visit of an administrator is named by a token that cannot be invented (SAFE-20)', async () => {
    for (const invented of [
      VISIT,
      `${VISIT}.`,
      `${token}A`,
      `${token.slice(0, -2)}AA`,
      visits([], randomBytes(32)).tokenOf(VISIT),
      '',
      '.',
    ])
      expect([invented, await visits([signedIn]).isOpen(invented, START)]).toEqual([invented, undefined]);
  });
});
