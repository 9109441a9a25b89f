import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deterministicUuid } from './deterministic-uuid.ts';

describe('a deterministic UUID', () => {
  it('a deterministic UUID is well formed, and equal only for the same seed', () => {
    const uuids = Array.from({ length: 200 }, (_, n) => deterministicUuid(`command ${n}`));
    expect(uuids).toEqual(Array.from({ length: 200 }, (_, n) => deterministicUuid(`command ${n}`)));
    expect(new Set(uuids).size).toBe(200);
    for (const uuid of uuids) expect(z.uuid().safeParse(uuid).success).toBe(true);
  });
});
