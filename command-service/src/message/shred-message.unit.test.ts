import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import type { Context } from '../handling/context.ts';
import { shredMessage } from './shred-message.ts';

it('the erasure of a message is recorded once its key is gone, and reaches the read models before they are scrubbed (SAFE-01)', async () => {
  const done: string[] = [];
  const context = {
    events: { read: async () => [] },
    aggregates: {
      clear: () => {},
      current: () => undefined,
      load: async () => ({ file: null, previews: null }),
      handle: async ({ command }: { readonly command: { readonly type: string } }) => {
        done.push(command.type);
        return { position: '2', events: [], repeated: false };
      },
    },
    keys: { destroy: async (subject: string) => void done.push(`destroyed ${subject}`) },
    waitForReads: async (position: string) => {
      done.push(`read ${position}`);
      return true;
    },
    reads: { scrub: async () => void done.push('scrubbed') },
  } as unknown as Context;
  const removed = {
    type: 'MessageRemoved',
    id: 'e1',
    stream: 'message-m1',
    position: '1',
    metadata: { correlationId: 'c1' },
    data: { messageId: 'm1', groupId: 'g1', senderId: 'u1', reportId: 'r1' },
  } as unknown as StoredEvent;
  await shredMessage.react(context, removed);
  expect(done).toEqual(['destroyed writings-u1/m1', 'RecordErasure', 'read 2', 'scrubbed']);
});
