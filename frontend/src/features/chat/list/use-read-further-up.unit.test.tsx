// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MessageList } from '../../../data/message/message-list.ts';
import { message } from '../../../testing/fakes.ts';
import { useReadFurtherUp } from './use-read-further-up.ts';

const stretch = (from: number, hasMoreAfter: boolean): MessageList => ({
  messages: [from, from + 1].map((number) => message(`m${number}`, String(number))),
  notices: [],
  hasMoreBefore: true,
  hasMoreAfter,
  newestOrder: '9',
});
const open = (first: MessageList, messageId: string) =>
  renderHook((list: MessageList) => useReadFurtherUp(list, { messageId }), { initialProps: first });

it('leads up from the newest messages to what was read, also further up on the way there', () => {
  const { result, rerender } = open(stretch(8, false), 'm1');
  expect(result.current).toBe('m1');
  rerender(stretch(5, true));
  expect(result.current).toBe('m1');
  rerender(stretch(1, true));
  expect(result.current).toBeUndefined();
});

it('does not lead up from an old stretch to what was read further down', () => {
  const { result, rerender } = open(stretch(1, true), 'm8');
  expect(result.current).toBeUndefined();
  rerender(stretch(8, false));
  expect(result.current).toBeUndefined();
});
