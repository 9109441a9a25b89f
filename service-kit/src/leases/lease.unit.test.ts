import pino from 'pino';
import { expect, it } from 'vitest';
import type { Leases } from '../ports/leases.ts';
import { Lease } from './lease.ts';

it('a request that the store did not take does not hold others back', async () => {
  const held = new Map<string, string>();
  let isAway = false;
  const leases: Leases = {
    lease: async (name, holder, ttl) => {
      if (isAway) throw new Error('the store is away');
      const isFree = (held.get(name) ?? holder) === holder;
      if (isFree && ttl > 0) held.set(name, holder);
      return isFree;
    },
    releaseLease: async (name) => void held.delete(name),
  };
  const log = pino({ level: 'silent' });
  const [one, two] = [new Lease(leases, 'work', 'one', log), new Lease(leases, 'work', 'two', log)];
  isAway = true;
  await expect(one.request()).rejects.toThrow('the store is away');
  isAway = false;
  expect(await two.take()).toBe(true);
  expect(await one.take()).toBe(false);
  expect(await two.keep()).toBe(true);
});
