import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderedId } from './ordered-id.ts';

describe('an ordered id', () => {
  it('an ordered id is a UUID of version 7', () => {
    const id = orderedId(Date.UTC(2026, 0, 31), randomUUID());
    expect(z.uuidv7().safeParse(id).success).toBe(true);
  });

  it('an ordered id sorts by its time, from 1970 to the year 10889', () => {
    const times = [0, 1, 0xffff, 0x10000, Date.UTC(2026, 0, 31), 2 ** 48 - 1];
    const ids = times.map((time) => orderedId(time, randomUUID()));
    expect([...ids].sort()).toEqual(ids);
  });

  it('ordered ids differ for things created in the same millisecond', () => {
    const ids = Array.from({ length: 1_000 }, () => orderedId(1, randomUUID()));
    expect(new Set(ids).size).toBe(1_000);
  });
});
