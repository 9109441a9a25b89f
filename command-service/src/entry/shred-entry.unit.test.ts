import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import type { Context } from '../handling/context.ts';
import { shredEntry } from './shred-entry.ts';

it('the key of an event that was deleted for good is destroyed, and the read models are scrubbed once they know (UNDO-05)', async () => {
  const done: string[] = [];
  const context = {
    aggregates: { clear: () => void done.push('forgotten') },
    keys: { destroy: async (subject: string) => void done.push(`destroyed ${subject}`) },
    waitForReads: async (position: string) => {
      done.push(`read ${position}`);
      return true;
    },
    reads: { scrub: async () => void done.push('scrubbed') },
  } as unknown as Context;
  const data = { entryId: 'e1', groupId: 'g1', creatorId: 'u1' };
  const event = { type: 'EntryPurged', id: '1', stream: 'entry-e1', position: '4', data } as unknown as StoredEvent;
  await shredEntry.react(context, event);
  expect(done).toEqual(['destroyed writings-u1/e1', 'forgotten', 'read 4', 'scrubbed']);
});
