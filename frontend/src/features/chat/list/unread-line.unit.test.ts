import { describe, expect, it } from 'vitest';
import { message, person } from '../../../testing/fakes.ts';
import { firstNewMessage, readFurtherUp } from './unread-line.ts';

const own = { senderId: person('me') };
const messages = [message('a', '1'), message('b', '2', own), message('c', '3'), message('d', '4')];

describe('the line of new messages', () => {
  it('the line of new messages stands above the first message of others after the read ones (UX-03)', () => {
    expect(firstNewMessage(messages, { messageId: 'a' }, 'me')).toBe('c');
    expect(firstNewMessage(messages, { messageId: 'c' }, 'me')).toBe('d');
  });

  it('the line of new messages is absent when everything is read or only own messages followed', () => {
    expect(firstNewMessage(messages, { messageId: 'd' }, 'me')).toBeUndefined();
    expect(firstNewMessage(messages.slice(0, 2), { messageId: 'a' }, 'me')).toBeUndefined();
    expect(firstNewMessage(messages, null, 'me')).toBeUndefined();
  });

  it('the line of new messages stands above the first unread one for a reader who has read none since joining (UX-03)', () => {
    expect(firstNewMessage(messages, { firstUnread: 'c' }, 'me')).toBe('c');
    expect(firstNewMessage(messages, { firstUnread: 'long-ago' }, 'me')).toBeUndefined();
  });

  it('the line of new messages is absent while the last read message is above the loaded ones', () => {
    expect(firstNewMessage(messages, { messageId: 'long-ago' }, 'me')).toBeUndefined();
  });
});

describe('the way to the first new message', () => {
  it('the way to the first new message is known while that message is above the loaded ones', () => {
    expect(readFurtherUp(messages, { messageId: 'long-ago' }, true)).toBe('long-ago');
    expect(readFurtherUp(messages, { messageId: 'a' }, true)).toBeUndefined();
    expect(readFurtherUp(messages, { messageId: 'long-ago' }, false)).toBeUndefined();
    expect(readFurtherUp(messages, { firstUnread: 'long-ago' }, true)).toBe('long-ago');
    expect(readFurtherUp(messages, { firstUnread: 'c' }, true)).toBeUndefined();
    expect(readFurtherUp(messages, null, true)).toBeUndefined();
  });
});
