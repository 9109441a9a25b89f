import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { message } from '../../testing/fakes.ts';
import { patched } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';
import { messagePatches } from './message-api.ts';
import { type MessageList, messageListOf } from './message-list.ts';

const sent = message('m1', '01', { content: 'See https://example.org' });
const withPreview = {
  ...sent,
  linkPreviews: [{ url: 'https://example.org', state: 'failed' }],
  revision: '03',
} as unknown as MessageView;
const at = { audience: 'group:g1', sequence: 7 } as unknown as NonNullable<Change['at']>;

const after = (...changes: readonly Change[]): MessageList =>
  changes.reduce(
    (list, change) => patched(messagePatches, list, change, { arg: 'g1', userId: 'ada' }),
    messageListOf({ messages: [], notices: [], hasMore: false }),
  );

describe('the live updates of messages', () => {
  it('previews pushed before the answer to sending are kept (RT-07)', () => {
    const { messages } = after(
      { name: 'newMessage', payload: sent, at },
      { name: 'messageUpdated', payload: withPreview, at },
      { name: 'newMessage', payload: sent },
    );
    expect(messages).toEqual([withPreview]);
  });

  it('a pushed message replaces the answer to sending it (RT-07)', () => {
    const { messages } = after({ name: 'newMessage', payload: sent }, { name: 'newMessage', payload: withPreview, at });
    expect(messages).toEqual([withPreview]);
  });

  it('a deleted message stays deleted when the answer to sending comes last (RT-11)', () => {
    const { messages } = after(
      { name: 'newMessage', payload: sent, at },
      { name: 'messageDeleted', payload: { messageId: 'm1', groupId: 'g1', isEvent: false, revision: '04' }, at },
      { name: 'newMessage', payload: sent },
      { name: 'messageUpdated', payload: { ...sent, content: 'Edited', isEdited: true, revision: '02' } },
    );
    expect(messages[0]).toMatchObject({ isDeleted: true });
    expect(messages[0]?.content).not.toContain('example.org');
  });

  it('the answer to an edit is applied unless a later state was pushed before it (RT-10)', () => {
    const edited = { ...withPreview, content: 'See https://example.org soon', isEdited: true, revision: '05' };
    const later = { ...edited, content: 'See https://example.org today', revision: '06' };
    const shown = { name: 'newMessage', payload: withPreview, at } as const;
    expect(after(shown, { name: 'messageUpdated', payload: edited }).messages).toEqual([edited]);
    const inReverse = after(
      shown,
      { name: 'messageUpdated', payload: later, at },
      { name: 'messageUpdated', payload: edited },
    );
    expect(inReverse.messages).toEqual([later]);
  });

  it('one’s own deletion stays when the server has answered but not yet pushed it (RT-11)', () => {
    const { messages } = after(
      { name: 'newMessage', payload: sent, at },
      { name: 'messageDeleted', payload: { messageId: 'm1', groupId: 'g1', isEvent: false, revision: '' } },
      { name: 'messageUpdated', payload: withPreview, at },
    );
    expect(messages[0]).toMatchObject({ isDeleted: true });
  });
});
