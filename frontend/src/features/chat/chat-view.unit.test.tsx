import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import ChatView from './chat-view.tsx';

it('My Schedule has no chat, and a way back to its calendar (DASH-12, DASH-13)', () => {
  const { services } = signedInServices(() => json({ groups: [], preferences: {} }));
  const onBack = vi.fn();
  renderScreen(
    <ChatView
      groupId={MY_SCHEDULE}
      onInvite={() => {}}
      onEvent={() => {}}
      onPoll={() => {}}
      onNotifications={() => {}}
      onSearch={() => {}}
      onBack={onBack}
    />,
    services,
  );
  expect(screen.getByRole('heading').textContent).toBe('Chat Not Available');
  expect(screen.getByText('Chat is only available for group conversations.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to Calendar' }));
  expect(onBack).toHaveBeenCalledTimes(1);
});

it('the focus moves to the message field when an attached file is removed (UX-01)', async () => {
  const { services } = signedInServices(({ url }) =>
    url.endsWith('my-groups')
      ? json({ groups: [group('group-1', { name: 'Film Club' })] })
      : json({ messages: [], notices: [], hasMore: false, preferences: {} }),
  );
  renderScreen(
    <ChatView
      groupId="group-1"
      onInvite={() => {}}
      onEvent={() => {}}
      onPoll={() => {}}
      onNotifications={() => {}}
      onSearch={() => {}}
      onBack={() => {}}
    />,
    services,
  );
  const input = await screen.findByLabelText('Files to attach');
  fireEvent.change(input, { target: { files: [new File(['abc'], 'plan.pdf')] } });
  const remove = screen.getByRole('button', { name: 'Remove plan.pdf' });
  remove.focus();
  fireEvent.click(remove);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Message Film Club')));
});
