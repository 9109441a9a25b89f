import type { MessageView, NoticeView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { message, person } from '../../testing/fakes.ts';
import { chatLines } from './chat-lines.ts';
import { chatRows, messagesOf } from './chat-rows.ts';

const ZONE = 'America/New_York';
const at = (minute: number): string => new Date(Date.UTC(2026, 4, 14, 14, minute)).toISOString();
const image = (id: string, minute = 0, part: Partial<MessageView> = {}): MessageView =>
  message(id, id, { type: 'image', fileUrl: `/files/${id}`, createdAt: at(minute), ...part });
const text = (id: string, minute = 0): MessageView => message(id, id, { createdAt: at(minute) });

const folds = (upTo = '~', ...opened: readonly string[]) => ({ upTo, opened: new Set(opened) });

const rowsOf = (messages: readonly MessageView[], firstNew?: string) =>
  chatRows(chatLines(messages, [], [], null), firstNew, ZONE, folds());
const ids = (messages: readonly MessageView[], firstNew?: string) =>
  rowsOf(messages, firstNew).map((row) => messagesOf(row).map(({ _id }) => _id));

describe('the rows of a chat', () => {
  it('consecutive images of one person are shown side by side', () => {
    expect(ids([text('a'), image('b'), image('c', 1), image('d', 2), text('e', 3)])).toEqual([
      ['a'],
      ['b', 'c', 'd'],
      ['e'],
    ]);
  });

  it('a row of images ends at another sender, after five minutes, and at the line of new messages', () => {
    expect(ids([image('a'), image('b', 0, { senderId: person('user-z') })])).toEqual([['a'], ['b']]);
    expect(ids([image('a'), image('b', 6)])).toEqual([['a'], ['b']]);
    expect(ids([image('a'), image('b'), image('c')], 'b')).toEqual([['a'], ['b', 'c']]);
  });

  it('a row of images ends at a deleted image and at one that answers something', () => {
    expect(ids([image('a'), image('b', 0, { isDeleted: true }), image('c')])).toEqual([['a'], ['b'], ['c']]);
    expect(ids([image('a'), image('b', 0, { replyTo: text('x') }), image('c')])).toEqual([['a'], ['b'], ['c']]);
  });

  it('a row of images holds no more of them than are drawn at once', () => {
    const many = Array.from({ length: 30 }, (_, number) => image(`i${number}`));
    expect(rowsOf(many).map((row) => messagesOf(row).length)).toEqual([12, 12, 6]);
  });

  it('five or more events in succession by one person on one day are one row, until one of them is opened, and the first one can make them one again', () => {
    const event = (id: string, minute = 0, part: Partial<MessageView> = {}) =>
      message(id, id, { isEvent: true, createdAt: at(minute), ...part });
    const five = ['a', 'b', 'c', 'd', 'e'].map((id, minute) => event(id, minute));
    const shapes = (messages: readonly MessageView[], folded = folds(), firstNew?: string) =>
      chatRows(chatLines(messages, [], [], null), firstNew, ZONE, folded).map((row) =>
        messagesOf(row)
          .map(({ _id }) => _id)
          .join(''),
      );
    expect(shapes(five)).toEqual(['abcde']);
    expect(shapes(five.slice(1))).toEqual(['b', 'c', 'd', 'e']);
    expect(shapes([...five, text('f', 6), event('g', 7)])).toEqual(['abcde', 'f', 'g']);
    const single = ['a', 'b', 'c', 'd', 'e'];
    expect(shapes(five, folds('~', 'c'))).toEqual(single);
    const rows = chatRows(chatLines(five, [], [], null), undefined, ZONE, folds('~', 'c'));
    expect(rows.map(({ opened }) => opened?.length)).toEqual([5, undefined, undefined, undefined, undefined]);
    // What comes while somebody reads stays as it is.
    expect(shapes(five, folds('d'))).toEqual(single);
    expect(shapes([...five, event('f', 6)], folds('e'))).toEqual(['abcde', 'f']);
    expect(shapes(five, folds(), 'c')).toEqual(single);
    expect(shapes([...five.slice(0, 4), event('e', 5, { senderId: person('user-z') })])).toEqual(single);
    expect(shapes([...five.slice(0, 4), event('e', 24 * 60)])).toEqual(single);
    expect(shapes([...five.slice(0, 4), event('e', 5, { isDeleted: true })])).toEqual(single);
  });

  it('the rows of a chat are the same while nothing in them changes', () => {
    const [a, b, c] = [text('a'), image('b'), image('c')];
    const before = rowsOf([a, b, c]);
    const after = rowsOf([a, b, c, text('d')]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(rowsOf([a, b, { ...c, isEdited: true }])[1]).not.toBe(before[1]);
  });

  it('three or more people who joined, or left, in succession are shown as one line', () => {
    const joined = (id: string, minute: number, kind: NoticeView['kind'] = 'joined'): NoticeView => ({
      _id: id,
      groupId: 'group-1',
      kind,
      person: person(`user-${id}`, id.toUpperCase()),
      createdAt: at(minute),
      order: id,
    });
    const rows = (notices: readonly NoticeView[], messages: readonly MessageView[] = []) =>
      chatRows(chatLines(messages, notices, [], null), undefined, ZONE, folds());
    const idsOf = (...parts: Parameters<typeof rows>) =>
      rows(...parts).map((row) => messagesOf(row).map(({ _id }) => _id));
    const four = ['a', 'b', 'c', 'd'].map((id, minute) => joined(id, minute));
    expect(idsOf(four)).toEqual([['a', 'b', 'c', 'd']]);
    expect(idsOf(four.slice(2))).toEqual([['c'], ['d']]);
    expect(idsOf(four, [text('b5', 2)])).toEqual([['a'], ['b'], ['b5'], ['c'], ['d']]);
    expect(idsOf([...four, joined('e', 5, 'left')])).toEqual([['a', 'b', 'c', 'd'], ['e']]);
    expect(idsOf([...four, ...['e', 'f', 'g'].map((id) => joined(id, 5, 'left'))])).toEqual([
      ['a', 'b', 'c', 'd'],
      ['e', 'f', 'g'],
    ]);
    expect(idsOf(['a', 'b', 'c'].map((id) => joined(id, 5, 'removed')))).toEqual([['a'], ['b'], ['c']]);
    // From the next day on, people are named again.
    expect(idsOf([...four, joined('f', 24 * 60)])).toEqual([['a', 'b', 'c', 'd'], ['f']]);
    expect(rows(four)[0]).toBe(rows(four)[0]);
  });
});
