import { describe, expect, it } from 'vitest';
import { message, person } from '../../../testing/fakes.ts';
import { firstNewMessage, readFurtherUp } from './unread-line.ts';

const own = { senderId: person('me') };
const messages = [message('a', '1'), message('b', '2', own), message('c', '3'), message('d', '4')];

describe('the line of new messages', () => {
  it('stands above the first message of others after what was read (UX-03)', () => {
    expect(firstNewMessage(messages, { messageId: 'a' }, 'me', true)).toBe('c');
    expect(firstNewMessage(messages, { messageId: 'c' }, 'me', true)).toBe('d');
  });

  it('is absent when everything is read or only own messages followed', () => {
    expect(firstNewMessage(messages, { messageId: 'd' }, 'me', true)).toBeUndefined();
    expect(firstNewMessage(messages.slice(0, 2), { messageId: 'a' }, 'me', true)).toBeUndefined();
    expect(firstNewMessage(messages, null, 'me', false)).toBeUndefined();
  });

  it('stands above the first message for someone who has read nothing, once that message is loaded', () => {
    expect(firstNewMessage(messages, 'start', 'me', false)).toBe('a');
    expect(firstNewMessage(messages, 'start', 'me', true)).toBeUndefined();
  });

  it('is absent while what was read is further up than what is loaded', () => {
    expect(firstNewMessage(messages, { messageId: 'long-ago' }, 'me', true)).toBeUndefined();
  });
});

describe('what was read last', () => {
  it('is named while it is further up than what is loaded', () => {
    expect(readFurtherUp(messages, { messageId: 'long-ago' }, true)).toBe('long-ago');
    expect(readFurtherUp(messages, { messageId: 'a' }, true)).toBeUndefined();
    expect(readFurtherUp(messages, { messageId: 'long-ago' }, false)).toBeUndefined();
    expect(readFurtherUp(messages, 'start', true)).toBeUndefined();
    expect(readFurtherUp(messages, null, true)).toBeUndefined();
  });
});
