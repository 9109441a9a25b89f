import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { ERASURE } from '@quorum/domain/message/events.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import type { MessageTermsDocument } from '@quorum/service-kit/reads/message-terms.ts';
import { describe, expect, it } from 'vitest';
import {
  accountDeleted,
  ada,
  answer,
  ben,
  club,
  deletedMessage,
  edited,
  groupDeleted,
  happens,
  hello,
  posted,
  reacted,
} from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { chat } from './fold.ts';

/** The terms of each message, in the order of the chat. */
const termsAfter = async (...events: readonly DomainEvent[]): Promise<readonly (readonly string[])[]> => {
  const { messageTerms = [] } = await projectWith(chat)(recorded(events));
  return (messageTerms as readonly unknown[] as readonly MessageTermsDocument[]).map(({ terms }) => terms);
};
const from = `=from=${ada}`;

describe('the terms of messages', () => {
  it('the terms of messages are their words, writer, mentions and what they have (SEARCH-09, SEARCH-14)', async () => {
    const text = `Tea at https://northfoldpaper.com/stocks`;
    expect(await termsAfter(posted(hello, { text, mentions: [ben] }))).toEqual([
      ['tea', 'at', 'northfoldpaper', 'com', from, `=to=${ben}`, '=has=link'],
    ]);
    const picture = { kind: 'image', text: null, fileName: 'Proof_2.png' } as const;
    expect(await termsAfter(posted(hello, picture))).toEqual([
      ['proof', '2', 'png', from, '=has=image', '=has=upload'],
    ]);
  });

  it('the terms of messages follow edits and previews, and a deleted message has none (SEARCH-16)', async () => {
    const preview = { url: 'https://a.example', domain: 'a.example', title: 'Cotton' };
    const resolved = happens('LinkPreviewsResolved', {
      messageId: hello,
      groupId: club,
      senderId: ada,
      previews: [preview],
    });
    const linked = posted(hello, { text: 'See https://a.example' });
    expect(await termsAfter(linked, resolved)).toEqual([['see', 'a', 'example', 'cotton', from, '=has=link']]);
    expect(await termsAfter(posted(hello), edited(hello, 'Coffee'), reacted(hello, ben, '👍'))).toEqual([
      ['coffee', from],
    ]);
    expect(await termsAfter(posted(hello), posted(answer, { text: 'Me' }), deletedMessage(hello))).toEqual([
      [],
      ['me', from],
    ]);
  });

  it('the terms of messages go with their writer and their group (SEARCH-16)', async () => {
    const erased = happens('MessageDeleted', { messageId: hello, groupId: club, senderId: ada, by: ERASURE });
    expect(await termsAfter(posted(hello), erased, accountDeleted(ada))).toEqual([]);
    expect(await termsAfter(posted(hello), groupDeleted(club))).toEqual([]);
  });

  it('the terms of messages hold at most 400 different words (SEARCH-09)', async () => {
    const text = Array.from({ length: 900 }, (_, n) => `w${n % 450}`).join(' ');
    const [terms = []] = await termsAfter(posted(hello, { text }));
    expect(terms).toHaveLength(401);
  });
});
