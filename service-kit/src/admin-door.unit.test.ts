import { createHash } from 'node:crypto';
import type { Refusal } from '@quorum/contracts/wire/refusals.ts';
import { describe, expect, it } from 'vitest';
import { AdminDoor } from './admin-door.ts';

const passwordHash = createHash('sha256').update('open sesame').digest('hex');
const door = (): AdminDoor => new AdminDoor({ username: 'admin', passwordHash });
const codeOf = (refusal: Refusal | undefined): string | undefined => refusal?.refused;

describe('the door of the admin', () => {
  it('API-67 lets in who gives both words, and nobody else', () => {
    const tries = [
      ['admin', 'open sesame', undefined],
      ['Admin', 'open sesame', 'admin/invalid-credentials'],
      ['admin', 'open sesame ', 'admin/invalid-credentials'],
      ['admin', passwordHash, 'admin/invalid-credentials'],
      ['', '', 'admin/invalid-credentials'],
    ] as const;
    for (const [username, password, code] of tries)
      expect(codeOf(door().refuse(username, password, '10.0.0.1', 0)), `${username}/${password}`).toBe(code);
  });

  it('API-67 hears ten misses an hour of an address, then not even the right words', () => {
    const guarded = door();
    for (let miss = 0; miss < 10; miss++) guarded.refuse('admin', `guess ${miss}`, '10.0.0.1', 0);
    const refused = guarded.refuse('admin', 'open sesame', '10.0.0.1', 0);
    expect(refused).toMatchObject({ refused: 'request/too-many', retryAfter: 360 });
    expect(guarded.refuse('admin', 'open sesame', '10.0.0.2', 0)).toBeUndefined();
    expect(guarded.refuse('admin', 'open sesame', '10.0.0.1', 361_000)).toBeUndefined();
  });

  it('does not count who comes without credentials', () => {
    const guarded = door();
    for (let call = 0; call < 50; call++) guarded.refuse('', '', '10.0.0.1', 0);
    expect(guarded.refuse('admin', 'open sesame', '10.0.0.1', 0)).toBeUndefined();
  });

  it('RUN-08 is closed where no credentials are set', () => {
    expect(codeOf(new AdminDoor(undefined).refuse('admin', '', '10.0.0.1', 0))).toBe('admin/closed');
  });
});
