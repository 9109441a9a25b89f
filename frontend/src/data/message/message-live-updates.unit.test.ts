import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { message } from '../../testing/fakes.ts';
import { patched } from '../api/live-updates.ts';
import type { Change } from '../services/changes.ts';
import { type MessageList, newestMessages } from './message-list.ts';
import { messagePatches } from './message-live-updates.ts';

const sent = message('m1', '01', { content: 'See https://example.org' });
const withPreview = {
  ...sent,
  linkPreviews: [{ url: 'https://example.org', state: 'failed' }],
} as unknown as MessageView;
const at = { audience: 'group:g1', sequence: 7 } as unknown as NonNullable<Change['at']>;

const after = (...changes: readonly Change[]): MessageList =>
  changes.reduce(
    (list, change) => patched(messagePatches, list, change, { arg: 'g1', userId: 'ada' }),
    newestMessages({ messages: [], hasMore: false }),
  );

describe('the live updates of messages', () => {
  it('keep the previews that were pushed before the answer to sending came (RT-07)', () => {
    const { messages } = after(
      { name: 'newMessage', payload: sent, at },
      { name: 'messageUpdated', payload: withPreview, at },
      { name: 'newMessage', payload: sent },
    );
    expect(messages).toEqual([withPreview]);
  });

  it('take the pushed message over the answer that came first (RT-07)', () => {
    const { messages } = after({ name: 'newMessage', payload: sent }, { name: 'newMessage', payload: withPreview, at });
    expect(messages).toEqual([withPreview]);
  });

  it('keep a deleted message deleted when the answer to sending comes last (RT-11)', () => {
    const { messages } = after(
      { name: 'newMessage', payload: sent, at },
      { name: 'messageDeleted', payload: { messageId: 'm1', groupId: 'g1', isEvent: false }, at },
      { name: 'newMessage', payload: sent },
      { name: 'messageUpdated', payload: { ...sent, content: 'Edited', isEdited: true } },
    );
    expect(messages[0]).toMatchObject({ isDeleted: true });
    expect(messages[0]?.content).not.toContain('example.org');
  });

  it('take only the text from the answer to an edit (RT-10)', () => {
    const { messages } = after(
      { name: 'newMessage', payload: withPreview, at },
      { name: 'messageUpdated', payload: { ...sent, content: 'See https://example.org soon', isEdited: true } },
    );
    expect(messages).toEqual([{ ...withPreview, content: 'See https://example.org soon', isEdited: true }]);
  });
});
