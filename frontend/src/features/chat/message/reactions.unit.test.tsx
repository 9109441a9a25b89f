import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { connectionChanged } from '../../../data/connection/connection-slice.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import { json, message, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { REACTION_FAILED, useReacting } from './reactions.tsx';

const shown = message('m1', '01');

const open = async () => {
  const { services, sent } = signedInServices(({ method }) =>
    method === 'GET' ? json({ messages: [shown], notices: [], hasMore: false }) : 'no network',
  );
  let react: ReturnType<typeof useReacting> = async () => undefined;
  function Host() {
    react = useReacting(shown);
    return null;
  }
  const { store } = renderScreen(<Host />, services);
  await act(() => store.dispatch(messageApi.endpoints.messages.initiate(shown.groupId)));
  const list = () => messageApi.endpoints.messages.select(shown.groupId)(store.getState()).data;
  return {
    sent,
    react: () => react('🔥'),
    reactions: () => list()?.messages[0]?.reactions,
    goOffline: () => act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 }))),
  };
};

describe('a reaction', () => {
  it('a reaction without a connection is refused in words, and does not seem to be made (CHAT-19)', async () => {
    const { sent, react, reactions, goOffline } = await open();
    goOffline();
    const before = sent.length;
    act(() => void react());
    expect(reactions()).toEqual([]);
    expect(screen.getByText('No connection. Please try again when you are back online.')).toBeTruthy();
    expect(sent.slice(before)).toEqual([]);
  });

  it('a reaction is undone, and says so, when the server cannot be reached (CHAT-19)', async () => {
    const { react, reactions } = await open();
    let done: Promise<void> | undefined;
    act(() => {
      done = react();
    });
    expect(reactions()).toHaveLength(1);
    await act(() => done);
    expect(reactions()).toEqual([]);
    expect(screen.getByText(REACTION_FAILED)).toBeTruthy();
  });
});
