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
});
