import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { describe, expect, it } from 'vitest';
import { AdminAuthenticator } from './admin-authenticator.ts';
import type { AdminMisses } from './admin-misses.ts';
import { AdminVisits } from './admin-visits.ts';

const passwordHash = createHash('sha256').update('open sesame').digest('hex');
const nobodyMissed: AdminMisses = { refuse: async () => undefined, note: async () => {} };
const noVisits = new AdminVisits({ read: async () => [] }, new Uint8Array(32));
const guardedBy = (misses: AdminMisses): AdminAuthenticator =>
  new AdminAuthenticator({ username: 'admin', passwordHash }, misses, noVisits);
const codeOf = (refusal: Refusal | undefined): string | undefined => refusal?.refused;

/** The count that several processes share. */
class SharedMisses implements AdminMisses {
  readonly counted: string[] = [];
  async refuse(address: string): Promise<Refusal | undefined> {
    return this.counted.filter((each) => each === address).length < 10 ? undefined : refuse('request/too-many');
  }
  async note(address: string): Promise<void> {
    this.counted.push(address);
  }
}

describe('the administrator authenticator', () => {
  it('the administrator authenticator admits only callers with the right name and password (API-67)', async () => {
    const tries = [
      ['admin', 'open sesame', undefined],
      ['Admin', 'open sesame', 'admin/invalid-credentials'],
      ['admin', 'open sesame ', 'admin/invalid-credentials'],
      ['admin', passwordHash, 'admin/invalid-credentials'],
      ['', '', 'admin/invalid-credentials'],
    ] as const;
    for (const [username, password, code] of tries) {
      const refused = await guardedBy(nobodyMissed).refuse(username, password, '10.0.0.1', 0);
      expect(codeOf(refused), `${username}/${password}`).toBe(code);
    }
  });

  it('the administrator authenticator allows ten misses an hour per address, even concurrent ones, and then refuses even the right password (API-67)', async () => {
    const guarded = guardedBy(nobodyMissed);
    const guesses = Array.from({ length: 30 }, (_, n) => guarded.refuse('admin', `guess ${n}`, '10.0.0.1', 0));
    const codes = (await Promise.all(guesses)).map(codeOf);
    expect(codes.filter((code) => code === 'admin/invalid-credentials')).toHaveLength(10);
    const refused = await guarded.refuse('admin', 'open sesame', '10.0.0.1', 0);
    expect(refused).toMatchObject({ refused: 'request/too-many', retryAfter: 360 });
    expect(await guarded.refuse('admin', 'open sesame', '10.0.0.2', 0)).toBeUndefined();
    expect(await guarded.refuse('admin', 'open sesame', '10.0.0.1', 361_000)).toBeUndefined();
  });

  it('the administrator authenticator counts misses that other processes received (API-67)', async () => {
    const misses = new SharedMisses();
    const processes = [guardedBy(misses), guardedBy(misses)];
    for (let miss = 0; miss < 10; miss++) await processes[miss % 2]?.refuse('admin', `guess ${miss}`, '10.0.0.1', 0);
    expect(misses.counted).toHaveLength(10);
    for (const process of processes) {
      expect(codeOf(await process.refuse('admin', 'open sesame', '10.0.0.1', 0))).toBe('request/too-many');
      expect(await process.refuse('admin', 'open sesame', '10.0.0.2', 0)).toBeUndefined();
    }
  });

  it('the administrator authenticator does not count requests without credentials', async () => {
    const misses = new SharedMisses();
    const guarded = guardedBy(misses);
    for (let call = 0; call < 50; call++) await guarded.refuse('', '', '10.0.0.1', 0);
    expect(misses.counted).toEqual([]);
    expect(await guarded.refuse('admin', 'open sesame', '10.0.0.1', 0)).toBeUndefined();
  });

  it('the administrator authenticator admits nobody if no credentials are set (RUN-08)', async () => {
    const closed = new AdminAuthenticator(undefined, nobodyMissed, noVisits);
    expect(codeOf(await closed.refuse('admin', '', '10.0.0.1', 0))).toBe('admin/closed');
  });

  it('the administrator authenticator admits an open visit by its token while others guess at its address, and counts no token as a guess (SAFE-14)', async () => {
    const visitId = '00000000-0000-4000-8000-00000000000a';
    const signedIn = { type: 'AdminSignedIn', recordedAt: new Date(0).toISOString() } as StoredEvent;
    const visits = new AdminVisits({ read: async () => [signedIn] }, new Uint8Array(32));
    const shared = new SharedMisses();
    const guarded = new AdminAuthenticator({ username: 'admin', passwordHash }, shared, visits);
    const token = visits.tokenOf(visitId);
    for (let count = 0; count < 12; count++) await guarded.refuse('admin', 'wrong', '10.0.0.1', 0);
    expect(codeOf(await guarded.refuse('admin', 'open sesame', '10.0.0.1', 0))).toBe('request/too-many');
    expect(await guarded.refuse('admin', token, '10.0.0.1', 0)).toBeUndefined();
    expect(codeOf(await guarded.refuse('other', token, '10.0.0.1', 0))).toBe('request/too-many');
    const ended = await guarded.refuse('admin', token, '10.0.0.2', 13 * 3_600_000);
    expect([codeOf(ended), shared.counted]).toEqual(['admin/invalid-credentials', Array(10).fill('10.0.0.1')]);
  });
});
