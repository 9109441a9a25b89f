import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { defaultGroupSettings } from '@quorum/contracts/events/group.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { placeOf } from '@quorum/contracts/testing/projection-testing.ts';
import { limits, reactionPalette } from '@quorum/contracts/wire/limits.ts';
import type { InGroup } from '@quorum/contracts/wire/policy.ts';
import { describe, expect, it } from 'vitest';
import { decideDelete, decideEdit, decidePost, decidePreviews, decideReact } from './decide.ts';
import { filesOf, messageAggregate } from './message.ts';

const [ada, ben, group, id] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
] as const;
const { given } = testDecider(messageAggregate);

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

const postedAt = Date.parse(placeOf(0).recordedAt);
const soon = postedAt + 1000;
const asking = (actorId: string, role: InGroup['role'] = 'member'): InGroup => ({
  actorId,
  role,
  settings: defaultGroupSettings,
});

describe('posting', () => {
  it('is recorded once, however often it is asked for', () => {
    given()
      .when((message) => decidePost(message, data))
      .then(posted);
    given(posted)
      .when((message) => decidePost(message, data))
      .then();
  });

  it.each([
    ['another text', { text: 'Bye' }],
    ['another sender', { senderId: ben }],
    ['another group', { groupId: ben }],
    ['a file', { kind: 'file' as const, text: 'Hello', fileName: 'a.pdf' }],
  ])('under an id that was used with %s is refused', (_, other) => {
    given(posted)
      .when((message) => decidePost(message, { ...data, ...other }))
      .thenRefused('request/idempotency-key-reused');
  });
});

describe('editing', () => {
  const edit =
    (text: string, who: InGroup, now = soon) =>
    (message: ReturnType<typeof messageAggregate.initial>) =>
      decideEdit(message, who, text, now);

  it('is for the sender, of text, within 24 hours (OPEN-071)', () => {
    given(posted)
      .when(edit('Hi', asking(ada)))
      .then(edited('Hi'));
    given(posted)
      .when(edit('Hello', asking(ada)))
      .then();
    given(posted)
      .when(edit('Hi', asking(ben, 'owner')))
      .thenRefused('message/not-the-sender');
    given({ ...posted, data: { ...data, kind: 'image' } })
      .when(edit('Hi', asking(ada)))
      .thenRefused('message/not-editable');
  });

  it('ends with the last millisecond of the 24th hour', () => {
    given(posted)
      .when(edit('Hi', asking(ada), postedAt + limits.messageEditWindow))
      .then(edited('Hi'));
    given(posted)
      .when(edit('Hi', asking(ada), postedAt + limits.messageEditWindow + 1))
      .thenRefused('message/edit-window-over');
  });

  it('needs a message that is there, and a member', () => {
    given()
      .when(edit('Hi', asking(ada)))
      .thenRefused('message/not-found');
    given(posted)
      .when(edit('Hi', { ...asking(ada), role: undefined }))
      .thenRefused('message/not-found');
    given(posted, deletedBy(ada))
      .when(edit('Hi', asking(ada)))
      .thenRefused('message/deleted');
  });
});

describe('deleting', () => {
  const remove = (who: InGroup) => (message: ReturnType<typeof messageAggregate.initial>) =>
    decideDelete(message, who, soon);

  it.each([
    ['the sender', asking(ada), ada],
    ['the owner', asking(ben, 'owner'), ben],
    ['an admin', asking(ben, 'admin'), ben],
  ] as const)('is for %s (PERM-18)', (_, who, by) => {
    given(posted).when(remove(who)).then(deletedBy(by));
  });

  it('is not for others (PERM-18)', () => {
    given(posted)
      .when(remove(asking(ben)))
      .thenRefused('access/denied');
    given(posted)
      .when(remove({ ...asking(ada), role: undefined }))
      .thenRefused('message/not-found');
    given()
      .when(remove(asking(ada)))
      .thenRefused('message/not-found');
  });

  it('twice is one deletion', () => {
    given(posted, deletedBy(ada))
      .when(remove(asking(ada)))
      .then();
  });

  it('leaves neither words nor files nor reactions in the state', () => {
    const file = { fileId: 'f', size: 1, mimeType: 'image/png', previewId: 'p' };
    given(
      { ...posted, data: { ...data, kind: 'image', file, fileName: 'a.png' } },
      reaction('ReactionAdded', ben, '👍'),
      deletedBy(ada),
    )
      .when((message) => {
        expect(message).toMatchObject({ text: null, file: null, fileName: null, previews: null });
        expect(message.reactions.size).toBe(0);
        return [];
      })
      .then();
  });
});

describe('reacting', () => {
  const react =
    (emoji: string, action: 'add' | 'remove', who = asking(ben)) =>
    (message: ReturnType<typeof messageAggregate.initial>) =>
      decideReact(message, who, emoji, action, soon);

  it.each(reactionPalette)('with %s adds and takes away once (CHAT-17, CHAT-20)', (emoji) => {
    const added = reaction('ReactionAdded', ben, emoji);
    given(posted).when(react(emoji, 'add')).then(withSender(added));
    given(posted, added).when(react(emoji, 'add')).then();
    given(posted, added)
      .when(react(emoji, 'remove'))
      .then(withSender(reaction('ReactionRemoved', ben, emoji)));
    given(posted).when(react(emoji, 'remove')).then();
  });

  it("takes away one's own reaction only", () => {
    given(posted, reaction('ReactionAdded', ada, '👍'))
      .when(react('👍', 'remove'))
      .then();
  });

  it('is refused on a deleted message and to outsiders (CHAT-23)', () => {
    given(posted, deletedBy(ada)).when(react('👍', 'add')).thenRefused('message/deleted');
    given(posted)
      .when(react('👍', 'add', { ...asking(ben), role: undefined }))
      .thenRefused('message/not-found');
  });
});

describe('previews', () => {
  const preview = { url: 'https://example.com/', domain: 'example.com', image: 'file-1', favicon: 'file-2' };
  const text = 'https://example.com/';
  const withLink: DomainEvent = { type: 'MessagePosted', data: { ...data, text } };
  const resolved: DomainEvent = {
    type: 'LinkPreviewsResolved',
    data: { messageId: id, groupId: group, senderId: ada, previews: [preview] },
  };

  it('are recorded for the text they were found for', () => {
    given(withLink)
      .when((message) => decidePreviews(message, text, [preview]))
      .then(resolved);
    given(withLink, edited('other'))
      .when((message) => decidePreviews(message, text, [preview]))
      .then();
    given(withLink, deletedBy(ada))
      .when((message) => decidePreviews(message, text, [preview]))
      .then();
    given(withLink, resolved)
      .when((message) => decidePreviews(message, text, [preview]))
      .then();
  });

  it('of links that an edit took out are gone with their pictures', () => {
    given(withLink, resolved)
      .when((message) => {
        expect(filesOf(message)).toEqual(['file-1', 'file-2']);
        return [];
      })
      .then();
    given(withLink, resolved, edited('no link'))
      .when((message) => {
        expect(message.previews).toEqual([]);
        expect(filesOf(message)).toEqual([]);
        return [];
      })
      .then();
  });
});
