import { reactionPalette } from '@quorum/contracts/message/rules.ts';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { filesOf, type MessageCommand, type MessageFacts, messageDecider } from './decider.ts';

const [ada, ben, group, id] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
] as const;
const { given } = givenWhenThen(messageDecider);
const [byAda, byBen] = [{ actorId: ada }, { actorId: ben }];

const data = {
  messageId: id,
  groupId: group,
  senderId: ada,
  kind: 'text' as const,
  text: 'Hello',
  replyTo: null,
  file: null,
  fileName: null,
};
const posted: DomainEvent = { type: 'MessagePosted', data };
const edited = (text: string): DomainEvent => ({
  type: 'MessageEdited',
  data: { messageId: id, groupId: group, senderId: ada, text },
});
const deletedBy = (by: string): DomainEvent => ({
  type: 'MessageDeleted',
  data: { messageId: id, groupId: group, senderId: ada, by },
});
const reaction = (type: 'ReactionAdded' | 'ReactionRemoved', userId: string, emoji: string): DomainEvent => ({
  type,
  data: { messageId: id, groupId: group, userId, emoji },
});
const withSender = (event: DomainEvent): DomainEvent =>
  ({ ...event, data: { ...event.data, senderId: ada } }) as DomainEvent;

describe('withdrawing a message', () => {
  const withdraw: MessageCommand = {
    type: 'WithdrawMessage',
    message: { messageId: id, groupId: group, senderId: ada },
  };

  it('withdrawing a message deletes a posted one, and only once', () => {
    given(posted).when(withdraw, byBen).then(deletedBy(ben));
    given(posted, deletedBy(ada)).when(withdraw, byBen).then();
  });

  it('withdrawing a message before it is posted makes sure that it never is', () => {
    given().when(withdraw, byBen).then(deletedBy(ben));
    given(deletedBy(ben))
      .when({ type: 'PostMessage', message: data }, byAda)
      .thenRefused('request/idempotency-key-reused');
  });
});

describe('posting a message', () => {
  const postMessage: MessageCommand = { type: 'PostMessage', message: data };

  it('a posted message is recorded once, no matter how often that is requested', () => {
    given().when(postMessage, byAda).then(posted);
    given(posted).when(postMessage, byAda).then();
  });

  it.each([
    ['another text', { text: 'Bye' }],
    ['another sender', { senderId: ben }],
    ['another group', { groupId: ben }],
    ['another message to reply to', { replyTo: ben }],
    ['a file', { kind: 'file' as const, text: 'Hello', fileName: 'a.pdf' }],
  ])('a posted message is refused under an id that was used with %s', (_, other) => {
    given(posted)
      .when({ type: 'PostMessage', message: { ...data, ...other } }, byAda)
      .thenRefused('request/idempotency-key-reused');
  });

  it('a posted message can only reply to a message of the same group that is not deleted', () => {
    const replying = (repliedTo: MessageFacts['repliedTo']) =>
      given().when({ type: 'PostMessage', message: { ...data, replyTo: ben } }, { ...byAda, repliedTo });
    replying({ status: 'posted', groupId: group }).then({ type: 'MessagePosted', data: { ...data, replyTo: ben } });
    replying({ status: 'posted', groupId: ben }).thenRefused('message/reply-target-unknown');
    replying({ status: 'none', groupId: '' }).thenRefused('message/reply-target-unknown');
    replying({ status: 'deleted', groupId: group }).thenRefused('message/deleted');
  });
});

describe('editing a message', () => {
  const edit = (text: string): MessageCommand => ({ type: 'EditMessage', text });

  it('editing a message changes its text, and is only for text messages', () => {
    given(posted).when(edit('Hi'), byAda).then(edited('Hi'));
    given(posted).when(edit('Hello'), byAda).then();
    given({ ...posted, data: { ...data, kind: 'image' } })
      .when(edit('Hi'), byAda)
      .thenRefused('message/not-editable');
  });

  it('editing a message is refused if the message was deleted or never existed', () => {
    given().when(edit('Hi'), byAda).thenRefused('message/not-found');
    given(posted, deletedBy(ada)).when(edit('Hi'), byAda).thenRefused('message/deleted');
  });
});

describe('deleting a message', () => {
  const remove: MessageCommand = { type: 'DeleteMessage' };

  it('deleting a message records who deleted it (PERM-18)', () => {
    given(posted).when(remove, byAda).then(deletedBy(ada));
    given(posted).when(remove, byBen).then(deletedBy(ben));
    given().when(remove, byAda).thenRefused('message/not-found');
  });

  it('deleting a message has no further effect the second time', () => {
    given(posted, deletedBy(ada)).when(remove, byAda).then();
  });

  it('deleting a message leaves no words, files or reactions in the state', () => {
    const file = { fileId: 'f', size: 1, mimeType: 'image/png', previewId: 'p' };
    const state = given(
      { ...posted, data: { ...data, kind: 'image', file, fileName: 'a.png' } },
      reaction('ReactionAdded', ben, '👍'),
      deletedBy(ada),
    ).state();
    expect(state).toMatchObject({ text: null, file: null, fileName: null, previews: null });
    expect(state.reactions.size).toBe(0);
  });
});

describe('removing a message by moderation', () => {
  const remove: MessageCommand = { type: 'RemoveMessage', reportId: ben };
  const removed: DomainEvent = {
    type: 'MessageRemoved',
    data: { messageId: id, groupId: group, senderId: ada, reportId: ben },
  };

  it('moderation removes a message once, even after it was deleted', () => {
    given(posted).when(remove, byBen).then(removed);
    given(posted, deletedBy(ada)).when(remove, byBen).then(removed);
    given(posted, removed).when(remove, byBen).then();
  });
});

describe('reacting to a message', () => {
  const add = (emoji: string): MessageCommand => ({ type: 'AddReaction', emoji });
  const takeAway = (emoji: string): MessageCommand => ({ type: 'RemoveReaction', emoji });

  it.each(reactionPalette)('a reaction with %s is added and removed once (CHAT-17, CHAT-20)', (emoji) => {
    const added = reaction('ReactionAdded', ben, emoji);
    given(posted).when(add(emoji), byBen).then(withSender(added));
    given(posted, added).when(add(emoji), byBen).then();
    given(posted, added)
      .when(takeAway(emoji), byBen)
      .then(withSender(reaction('ReactionRemoved', ben, emoji)));
    given(posted).when(takeAway(emoji), byBen).then();
  });

  it('taking a reaction away removes only the actor’s own', () => {
    given(posted, reaction('ReactionAdded', ada, '👍'))
      .when(takeAway('👍'), byBen)
      .then();
  });

  it('a reaction is refused on a deleted message and on the card of a cancelled event (CHAT-23)', () => {
    given(posted, deletedBy(ada)).when(add('👍'), byBen).thenRefused('message/deleted');
    given({ ...posted, data: { ...data, kind: 'entry' } })
      .when(add('👍'), { ...byBen, entryGone: true })
      .thenRefused('message/deleted');
  });
});

describe('previews', () => {
  const preview = { url: 'https://example.com/', domain: 'example.com', image: 'file-1' };
  const text = 'https://example.com/';
  const withLink: DomainEvent = { type: 'MessagePosted', data: { ...data, text } };
  const resolved: DomainEvent = {
    type: 'LinkPreviewsResolved',
    data: { messageId: id, groupId: group, senderId: ada, previews: [preview] },
  };

  const resolve: MessageCommand = { type: 'ResolvePreviews', text, previews: [preview] };

  it('previews of links are recorded for the text they were found in', () => {
    given(withLink).when(resolve, byAda).then(resolved);
    given(withLink, edited('other')).when(resolve, byAda).then();
    given(withLink, deletedBy(ada)).when(resolve, byAda).then();
    given(withLink, resolved).when(resolve, byAda).then();
  });

  it('previews of links removed by an edit are dropped with their pictures', () => {
    expect(filesOf(given(withLink, resolved).state())).toEqual(['file-1']);
    const state = given(withLink, resolved, edited('no link')).state();
    expect(state.previews).toEqual([]);
    expect(filesOf(state)).toEqual([]);
  });
});
