import { expect, it, vi } from 'vitest';
import { LogUnavailableError } from '../ports/event-log.ts';
import type { EventStore, StoreOutcome } from '../ports/event-store.ts';
import { recordLook } from './record-look.ts';

const stored: StoreOutcome = { ok: true, position: '1', events: [] };
const lost: StoreOutcome = { ok: false, actual: 'none' };
const recordedAlready: StoreOutcome = { ok: false, actual: 0 };

/** @returns a look that is being recorded, and its tries, which end like this */
const looking = (...outcomes: readonly StoreOutcome[]) => {
  const append = vi.fn<EventStore['append']>();
  for (const outcome of outcomes) append.mockResolvedValueOnce(outcome);
  const look = { lookId: 'look-1', by: 'root', command: 'audit', about: '' };
  return { append, recorded: recordLook({ append }, look, { commandId: 'c', correlationId: 'c' }) };
};

it('a look that was lost on the way to the log is recorded again (SAFE-19)', async () => {
  const { append, recorded } = looking(lost, stored);
  await recorded;
  expect(append).toHaveBeenCalledTimes(2);
});

it('a look that is lost each time shows nothing (SAFE-19)', async () => {
  await expect(looking(lost, lost, lost).recorded).rejects.toThrow(LogUnavailableError);
});

it('a look that is recorded already is not recorded again', async () => {
  const { append, recorded } = looking(recordedAlready);
  await recorded;
  expect(append).toHaveBeenCalledTimes(1);
});
