import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';

import { editingChanged, selectEditing } from '../../../data/message/editing-slice.ts';
import { sessionEnded } from '../../../data/session/session-slice.ts';
import { fakeServices, json, message } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { useEditing } from './use-editing.ts';

const mine = message('m1', '01', { content: 'Hello' });

const newStore = () => makeStore(fakeServices(() => json({})).services);

/** The chat of a group, over a store that may outlive it. */
const show = (store = newStore()) => {
  const [onEnd, onGone] = [vi.fn(), vi.fn()];
  const chat = renderHook(({ messages }) => useEditing({ groupId: 'group-1', messages, onEnd, onGone }), {
    initialProps: { messages: [mine] },
    wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
  });
  const type = (text: string) => {
    const messageId = chat.result.current.editingId ?? '';
    act(() => void store.dispatch(editingChanged({ groupId: 'group-1', editing: { messageId, text } })));
  };
  const edited = () => selectEditing(store.getState(), 'group-1');
  return { ...chat, store, type, edited, onEnd, onGone };
};

const begin = () => {
  const chat = show();
  act(() => chat.result.current.edit(mine));
  expect(chat.edited()).toEqual({ messageId: 'm1', text: null });
  return chat;
};

describe('editing a message', () => {
  it('editing a message ends when it is deleted, and gives back the written text (CHAT-23)', () => {
    const { result, rerender, type, onEnd, onGone } = begin();
    type('Hello all');
    rerender({ messages: [{ ...mine, content: 'Hello there' }] });
    expect([result.current.editingId, onGone.mock.calls]).toEqual(['m1', []]);
    rerender({ messages: [{ ...mine, isDeleted: true }] });
    expect([result.current.editingId, onGone.mock.calls]).toEqual([null, [['Hello all']]]);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('editing a message gives nothing back if nothing was changed', () => {
    const { rerender, onGone } = begin();
    rerender({ messages: [{ ...mine, isDeleted: true }] });
    expect(onGone.mock.calls).toEqual([[null]]);
  });

  it('editing a message continues when the answer to the edit of an earlier one comes', () => {
    const { result, type, edited, onEnd } = begin();
    act(() => result.current.edit(message('m2', '02')));
    type('Half a sentence');
    act(() => void result.current.endEdit('m1'));
    expect(edited()).toEqual({ messageId: 'm2', text: 'Half a sentence' });
    expect(onEnd).not.toHaveBeenCalled();
    act(() => void result.current.endEdit('m2'));
    expect(edited()).toBeUndefined();
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('editing a message keeps the text when the same one is to be edited again', () => {
    const { result, type, edited } = begin();
    type('Hello all');
    act(() => result.current.edit(mine));
    expect(edited()).toEqual({ messageId: 'm1', text: 'Hello all' });
  });

  it('editing a message continues when the chat is left and opened again', () => {
    const { unmount, type, store } = begin();
    type('Hello all');
    unmount();
    const { result, rerender, edited, onGone } = show(store);
    expect([result.current.editingId, edited()?.text]).toEqual(['m1', 'Hello all']);
    rerender({ messages: [{ ...mine, isDeleted: true }] });
    expect(onGone.mock.calls).toEqual([['Hello all']]);
  });

  it('editing a message ends also when the answer comes after the chat was left and opened again', () => {
    const { unmount, result: left, store } = begin();
    unmount();
    const { result } = show(store);
    act(() => void left.current.endEdit('m1'));
    expect(result.current.editingId).toBeNull();
  });

  it('the edit of a message is not found by the next person', () => {
    const { type, store, edited } = begin();
    type('Hello all');
    act(() => void store.dispatch(sessionEnded({ reason: 'logout' })));
    expect(edited()).toBeUndefined();
  });
});
