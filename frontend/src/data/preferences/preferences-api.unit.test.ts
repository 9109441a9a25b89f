import { describe, expect, it } from 'vitest';
import { heldReply, json } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { changed } from '../store/changes.ts';
import { preferencesApi, selectPreferences } from './preferences-api.ts';

/** The changes of a group's pin, with a server that answers them by what they choose. */
const pinning = async (answerTo: (pinned: boolean) => Response | Promise<Response>) => {
  const { store } = await openLive(({ method, body }) =>
    method === 'POST' ? (answerTo((body as { pinned: boolean }).pinned) as Response) : undefined,
  );
  const groupId = 'group-2';
  return {
    pin: (pinned: boolean) =>
      store.dispatch(preferencesApi.endpoints.changeGroupPreferences.initiate({ groupId, pinned })),
    hear: (pinned: boolean) =>
      store.dispatch(changed({ name: 'groupPreferencesUpdated', payload: { groupId, pinned } })),
    isPinned: () => selectPreferences(store.getState())?.[groupId]?.pinned ?? false,
  };
};

describe('a choice of a preference', () => {
  it('a choice of a preference shows before the server answers', async () => {
    const { pin, isPinned } = await pinning(() => json({ success: true }));
    const sent = pin(true);
    expect(isPinned()).toBe(true);
    await sent;
    expect(isPinned()).toBe(true);
  });

  it('a failed choice of a preference leaves the group pinned if another tab had pinned it', async () => {
    const { pin, hear, isPinned } = await pinning(() => json({}, 500));
    hear(true);
    await pin(true);
    expect(isPinned()).toBe(true);
  });

  it('a failed choice of a preference leaves the group pinned if another tab pins it before the answer', async () => {
    const held = heldReply();
    const { pin, hear, isPinned } = await pinning(() => held.reply() as never);
    const sent = pin(false);
    await held.asked;
    hear(true);
    expect(isPinned()).toBe(false);
    held.release(json({}, 500));
    await sent;
    expect(isPinned()).toBe(true);
  });

  it('a choice of a preference does not replace what another tab chose between it and its answer', async () => {
    const held = heldReply();
    const { pin, hear, isPinned } = await pinning(() => held.reply() as never);
    const sent = pin(true);
    await held.asked;
    hear(true);
    hear(false);
    held.release(json({ success: true }));
    await sent;
    expect(isPinned()).toBe(false);
  });

  it.each([
    ['the first of two fails', [500, 200], false],
    ['both of two fail', [500, 500], false],
    ['the second of two fails', [200, 500], true],
  ] as const)('a choice of a preference ends as stored if %s', async (_, [first, second], end) => {
    const { pin, isPinned } = await pinning((pinned) => json({ success: true }, pinned ? first : second));
    await Promise.all([pin(true), pin(false)]);
    expect(isPinned()).toBe(end);
  });
});
