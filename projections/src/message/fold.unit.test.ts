import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import { ERASURE } from '@quorum/domain/message/events.ts';
import { placeOf } from '@quorum/domain/testing/recorded-events.ts';
import { describe, it } from 'vitest';
import {
  accountDeleted,
  ada,
  answer,
  ben,
  cancelled,
  club,
  deletedMessage,
  dinner,
  edited,
  groupDeleted,
  happens,
  hello,
  left,
  posted,
  reacted,
  read,
  removed,
  rescheduled,
  restored,
  scheduled,
  unreacted,
} from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { chat } from './fold.ts';

const { given } = testProjection(projectWith(chat));

const message = (id: string, index: number, more: object = {}) => ({
  id,
  groupId: club,
  senderId: ada,
  kind: 'text',
  order: placeOf(index).position,
  revision: placeOf(index).position,
  postedAt: placeOf(index).recordedAt,
  text: 'Who brings the book?',
  replyTo: null,
  file: null,
  fileName: null,
  edited: false,
  deleted: false,
  previews: null,
  ...more,
});

/** The message was last changed by the n-th event. */
const as = (index: number) => ({ revision: placeOf(index).position });

const gone = { text: null, file: null, fileName: null, deleted: true, previews: null };

const reaction = (messageId: string, senderId: string, userId: string, emoji: string, index: number) => ({
  id: `${messageId}:${userId}:${emoji}`,
  messageId,
  groupId: club,
  senderId,
  userId,
  emoji,
  at: placeOf(index).recordedAt,
});

const item = (id: string, messageId: string, kind: string, index: number, url: string | null, senderId = ada) => ({
  id,
  messageId,
  groupId: club,
  senderId,
  groupKind: `${club}:${kind}`,
  postedAt: placeOf(index).recordedAt,
  url,
});

const marker = (userId: string, messageId: string, index: number) => ({
  id: `${userId}:${club}`,
  userId,
  groupId: club,
  messageId,
  order: placeOf(index).position,
});

const preview = (url: string): LinkPreview => ({ url, domain: 'example.com', title: 'Example' });

const resolved = (previews: readonly LinkPreview[]) =>
  happens('LinkPreviewsResolved', { messageId: hello, groupId: club, senderId: ada, previews: [...previews] });

const photo = { fileId: 'photo-1', size: 1_000, mimeType: 'image/webp', width: 40, height: 30 };

describe('messages', () => {
  it('messages are ordered as they were posted', () =>
    given(posted(hello), posted(answer, { senderId: ben, text: 'Me', replyTo: hello })).then({
      messages: [message(hello, 0), message(answer, 1, { senderId: ben, text: 'Me', replyTo: hello })],
    }));

  it('messages leave nothing behind when erased with their group or sender (PERM-21)', () =>
    given(posted(hello), posted(answer, { senderId: ben, text: 'Me', replyTo: hello }))
      .when(happens('MessageDeleted', { messageId: hello, groupId: club, senderId: ada, by: ERASURE }))
      .then({ messages: [message(answer, 1, { senderId: ben, text: 'Me', replyTo: hello })] }));

  it('messages keep previews of addresses that an edited text still names', () =>
    given(
      posted(hello, { text: 'example.com/a example.com/b' }),
      resolved([preview('https://example.com/a'), preview('https://example.com/b')]),
    )
      .when(edited(hello, 'only example.com/b'))
      .then({
        messages: [
          message(hello, 0, {
            ...as(2),
            text: 'only example.com/b',
            edited: true,
            previews: [preview('https://example.com/b')],
          }),
        ],
        media: [item(`${hello}#0`, hello, 'links', 0, 'https://example.com/b')],
      }));

  it('messages keep their place when deleted, and none of their content', () =>
    given(
      posted(hello, { kind: 'image', text: 'see example.com', file: photo, fileName: 'photo.webp' }),
      reacted(hello, ben, '🎉'),
      resolved([preview('https://example.com')]),
    )
      .when(
        deletedMessage(hello),
        edited(hello, 'late example.com'),
        resolved([preview('https://example.com')]),
        reacted(hello, ben, '👍'),
      )
      .then({ messages: [message(hello, 0, { kind: 'image', ...gone, ...as(3) })], reactions: [], media: [] }));

  it('messages are deleted with the entry that they announce', () =>
    given(
      scheduled(dinner, club, ada),
      posted(dinner, { kind: 'entry', text: null }),
      reacted(dinner, ben, '🎉'),
      scheduled(hello, 'my-q', ada),
    )
      .when(cancelled(dinner, club, ada), cancelled(hello, 'my-q', ada))
      .then({
        messages: [message(dinner, 1, { kind: 'entry', ...gone, goneWithEntry: true, ...as(4) })],
        reactions: [],
      }));

  it('a message comes back with the entry that it announces, unless it was deleted itself', async () => {
    const announced = [scheduled(dinner, club, ada), posted(dinner, { kind: 'entry', text: null })] as const;
    await given(...announced, cancelled(dinner, club, ada))
      .when(restored(dinner, club, ada))
      .then({ messages: [message(dinner, 1, { kind: 'entry', text: null, ...as(3) })] });
    await given(...announced, cancelled(dinner, club, ada), deletedMessage(dinner))
      .when(restored(dinner, club, ada))
      .then({ messages: [message(dinner, 1, { kind: 'entry', ...gone, ...as(3) })] });
  });

  it('messages have the position of their last change as revision, even of their reactions and their entry (RT-10)', async () => {
    await given(posted(hello), reacted(hello, ben, '🎉')).then({ messages: [message(hello, 0, as(1))] });
    await given(scheduled(dinner, club, ada), posted(dinner, { kind: 'entry', text: null }))
      .when(rescheduled(dinner, club, ada))
      .then({ messages: [message(dinner, 1, { kind: 'entry', text: null, ...as(2) })] });
  });

  it('messages stay when their sender leaves', () =>
    given(posted(hello), left(club, ada)).then({ messages: [message(hello, 0)] }));
});

describe('reactions', () => {
  it('reactions are added and removed one by one', () =>
    given(posted(hello), reacted(hello, ada, '🎉'), reacted(hello, ben, '🎉'), reacted(hello, ben, '👍'))
      .when(unreacted(hello, ben, '🎉'))
      .then({ reactions: [reaction(hello, ada, ada, '🎉', 1), reaction(hello, ada, ben, '👍', 3)] }));

  it('reactions to an unknown message are ignored', () => given(reacted(hello, ben, '🎉')).then({ reactions: [] }));
});

describe('media', () => {
  it('media are the files, images and links of a chat', () =>
    given(
      posted(hello, { kind: 'image', text: null, file: photo, fileName: 'photo.webp' }),
      posted(answer, { kind: 'video', text: null, file: photo, fileName: 'film.mp4' }),
      posted(dinner, { text: 'https://a.test/1 and b.com and again https://a.test/1', senderId: ben }),
    ).then({
      media: [
        item(hello, hello, 'images', 0, null),
        item(answer, answer, 'files', 1, null),
        item(`${dinner}#0`, dinner, 'links', 2, 'https://a.test/1', ben),
        item(`${dinner}#1`, dinner, 'links', 2, 'https://b.com', ben),
      ],
    }));

  it('media are at most the first twenty links of a message', () => {
    const urls = Array.from({ length: 30 }, (_, n) => `https://a.test/${n}`);
    const first = urls.slice(0, 20).map((url, n) => item(`${hello}#${n}`, hello, 'links', 0, url));
    return given(posted(hello, { text: ['https://a.test/0', ...urls].join(' ') })).then({ media: first });
  });

  it('media follow an edited text, on the day of the message', () =>
    given(posted(hello, { text: 'example.com/a example.com/b' }))
      .when(edited(hello, 'example.com/c'))
      .then({ media: [item(`${hello}#0`, hello, 'links', 0, 'https://example.com/c')] }));
});

describe('read markers', () => {
  it('read markers only move forward', () =>
    given(posted(hello), posted(answer))
      .when(read(ben, answer), read(ben, hello), read(ada, hello))
      .then({ readMarkers: [marker(ada, hello, 0), marker(ben, answer, 1)] }));

  it('read markers ignore unknown messages and those of another group', () =>
    given(posted(hello))
      .when(read(ben, answer), read(ben, hello, ada))
      .then({ readMarkers: [] }));

  it('read markers are dropped with the membership', async () => {
    const both = [posted(hello), read(ada, hello), read(ben, hello)];
    await given(...both)
      .when(left(club, ben))
      .then({ readMarkers: [marker(ada, hello, 0)] });
    await given(...both)
      .when(removed(club, ben))
      .then({ readMarkers: [marker(ada, hello, 0)] });
  });
});

describe('bytes of texts', () => {
  const sum = (userId: string, bytes: number) => ({ id: `${userId}:${club}`, userId, groupId: club, bytes });

  it('bytes of texts are summed for each sender, and follow edits', () =>
    given(posted(hello, { text: 'Zoë' }), posted(answer, { text: 'Hi' }), posted(dinner, { senderId: ben, text: '…' }))
      .when(edited(hello, 'Zoë, hi'))
      .then({ textBytes: [sum(ada, 10), sum(ben, 3)] }));

  it('bytes of texts end with the message', () =>
    given(posted(hello, { text: 'Hello' }), posted(answer, { text: 'Hi' }))
      .when(deletedMessage(hello), edited(hello, 'Too late'))
      .then({ textBytes: [sum(ada, 2)] }));

  it('bytes of texts are the same in a rebuild that no longer reads an erased text', async () => {
    await given(posted(hello, { text: null }))
      .when(edited(hello, 'Hello'))
      .then({ textBytes: [sum(ada, 5)] });
    await given(posted(hello, { text: null }))
      .when(deletedMessage(hello))
      .then({ textBytes: [] });
  });
});

describe('the whole chat', () => {
  const talk = [
    posted(hello, { text: 'see example.com' }),
    posted(answer, { senderId: ben, text: 'see example.org' }),
    reacted(hello, ben, '🎉'),
    reacted(answer, ada, '👍'),
    reacted(answer, ben, '👍'),
    read(ada, answer),
    read(ben, answer),
  ];

  it('the whole chat is dropped with its group', () =>
    given(...talk, posted(dinner, { groupId: ada }))
      .when(groupDeleted(club))
      .then({
        messages: [message(dinner, 7, { groupId: ada })],
        reactions: [],
        media: [],
        readMarkers: [],
        textBytes: [{ id: `${ada}:${ada}`, userId: ada, groupId: ada, bytes: 20 }],
      }));

  it('the whole chat loses everything of a deleted account', () =>
    given(...talk)
      .when(accountDeleted(ada))
      .then({
        messages: [message(answer, 1, { ...as(4), senderId: ben, text: 'see example.org' })],
        reactions: [reaction(answer, ben, ben, '👍', 4)],
        media: [item(`${answer}#0`, answer, 'links', 1, 'https://example.org', ben)],
        readMarkers: [marker(ben, answer, 1)],
        textBytes: [{ id: `${ben}:${club}`, userId: ben, groupId: club, bytes: 15 }],
      }));
});
