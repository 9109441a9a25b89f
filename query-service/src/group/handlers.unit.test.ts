import { rules } from '@quorum/contracts/things.ts';
import type { Call } from '@quorum/service-kit/http/call.ts';
import { expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { groupHandlers } from './handlers.ts';

/** Read models in which the group changes between any two reads. */
const busyContext = () => {
  let sequence = 0;
  const read = <T>(result: T): T => {
    sequence += 1;
    return result;
  };
  const group = () => ({ id: 'g1', name: `named in ${sequence}`, ownerId: 'ada', memberCount: 1, settings: {} });
  const reads = {
    sequence: async () => read(sequence),
    active: {
      get: async (name: string) => read(name === 'groups' ? group() : { role: 'member' }),
      getMany: async () => read(new Map()),
      query: async () => read([]),
    },
  };
  return { reads } as unknown as Context;
};

it('a group is shown as of the sequence that it comes with, or later (CQRS-05)', async () => {
  const call = { params: { id: 'g1' }, actor: { userId: 'ada' }, origin: '' } as unknown as Call<'group'>;
  const reply = await groupHandlers(busyContext()).group(call, rules.readGroup);
  const { body, sequence } = reply as unknown as { body: { group: { name: string } }; sequence: number };
  expect(Number(body.group.name.slice('named in '.length))).toBeGreaterThanOrEqual(sequence);
});
