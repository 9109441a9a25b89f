import { describe, expect, it, vi } from 'vitest';
import { draftChanged } from '../../data/message/drafts.ts';
import { fakeServices, json } from '../../testing/fakes.ts';
import { makeStore } from './make-store.ts';

describe('the store in development and tests', () => {
  const open = () => makeStore(fakeServices(() => json({})).services);

  it('the store in development and tests reports values that cannot be written as JSON', () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const text = (() => 'a function') as unknown as string;
    open().dispatch(draftChanged({ groupId: 'group-1', draft: { text, replyTo: null } }));
    expect(String(reported.mock.calls[0]?.[0])).toContain('A non-serializable value was detected');
  });
});
