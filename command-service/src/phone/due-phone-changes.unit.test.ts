import { type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { UnreadableStreamError } from '@quorum/service-kit/ports/event-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { Context } from '../handling/context.ts';
import { startPhoneChanges } from './due-phone-changes.ts';

const userId = '10000000-0000-4000-8000-000000000001';

/** Due changes to a number that cannot be claimed. */
const contextWith = (refused: RefusalCode, due: readonly string[]) => {
  const stopped: string[] = [];
  let tried = 0;
  const waitingPhone = { changeId: 'c1', phone: '+12025550100', effectiveAt: '2030-01-01T00:00:00.000Z' };
  const context = {
    aggregates: {
      load: async (_: unknown, stream: string) => {
        if (stream === 'user-unreadable') throw new UnreadableStreamError(stream);
        return { status: 'active', waitingPhone };
      },
      handle: async ({ command }: { readonly command: { readonly reason: string } }) => {
        stopped.push(command.reason);
        return refuse('service/unavailable');
      },
    },
    clock: { now: () => Date.parse('2030-01-02') },
    events: { current: () => undefined, head: async () => '1' },
    log: pino({ level: 'silent' }),
    phones: {
      claim: async () => {
        tried += 1;
        return refuse(refused);
      },
    },
    reads: {
      active: { query: async () => due.map((id) => ({ id })) },
      lease: async () => true,
      releaseLease: async () => {},
    },
    waitForReads: async () => true,
  };
  return { context: context as unknown as Context, stopped, tried: () => tried };
};

/** Tries to carry them out. @returns why they were stopped. */
const stoppedAfter = async (refused: RefusalCode, due = [userId]): Promise<readonly string[]> => {
  const { context, stopped, tried } = contextWith(refused, due);
  const changes = startPhoneChanges(context, 'holder');
  await until(() => tried() > 0);
  await changes.stop();
  return stopped;
};

describe('a due change of number', () => {
  it('a due change of number ends with the reason if the number belongs to someone else or was banned', async () => {
    expect(await stoppedAfter('phone/taken')).toEqual(['number-taken']);
    expect(await stoppedAfter('phone/banned')).toEqual(['number-banned']);
  });

  it('a due change of number stays due if the number could not be claimed just now (OPEN-028)', async () => {
    expect(await stoppedAfter('service/unavailable')).toEqual([]);
  });

  it('a due change of number is carried out although an earlier one of somebody else cannot be decoded (CQRS-06)', async () => {
    expect(await stoppedAfter('phone/taken', ['unreadable', userId])).toEqual(['number-taken']);
  });
});
