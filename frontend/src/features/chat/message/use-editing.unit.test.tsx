import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { message } from '../../../testing/fakes.ts';
import { useEditing } from './use-editing.ts';

const mine = message('m1', '01', { content: 'Hello' });

const begin = () => {
  const [onEnd, onGone] = [vi.fn(), vi.fn()];
  const { result, rerender } = renderHook(({ messages }) => useEditing({ messages, onEnd, onGone }), {
    initialProps: { messages: [mine] },
  });
  act(() => result.current.edit(mine));
  expect(result.current.editingId).toBe('m1');
  return { result, rerender, onEnd, onGone };
};

describe('editing a message', () => {
  it('ends when it is deleted, and gives back the written text (CHAT-23)', () => {
    const { result, rerender, onEnd, onGone } = begin();
    result.current.edited.current = 'Hello all';
    rerender({ messages: [{ ...mine, content: 'Hello there' }] });
    expect([result.current.editingId, onGone.mock.calls]).toEqual(['m1', []]);
    rerender({ messages: [{ ...mine, isDeleted: true }] });
    expect([result.current.editingId, onGone.mock.calls]).toEqual([null, [['Hello all']]]);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('has nothing to give back if nothing was changed', () => {
    const { rerender, onGone } = begin();
    rerender({ messages: [{ ...mine, isDeleted: true }] });
    expect(onGone.mock.calls).toEqual([[null]]);
  });

  it('of the next message continues when the answer to the edit of an earlier one comes', () => {
    const { result, onEnd } = begin();
    act(() => result.current.edit(message('m2', '02')));
    result.current.edited.current = 'Half a sentence';
    act(() => result.current.endEdit('m1'));
    expect([result.current.editingId, result.current.edited.current]).toEqual(['m2', 'Half a sentence']);
    expect(onEnd).not.toHaveBeenCalled();
    act(() => result.current.endEdit('m2'));
    expect([result.current.editingId, result.current.edited.current]).toEqual([null, null]);
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
