import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServices, json, signInAs } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import ChatView from './chat-view.tsx';

afterEach(cleanup);

it('My Schedule has no chat, and a way back to its calendar (DASH-12, DASH-13)', () => {
  const { services } = fakeServices(() => json({ groups: [] }));
  signInAs(services);
  const onBack = vi.fn();
  renderScreen(<ChatView groupId={MY_SCHEDULE} onInvite={() => {}} onEvent={() => {}} onBack={onBack} />, services);
  expect(screen.getByRole('heading').textContent).toBe('Chat Not Available');
  expect(screen.getByText('Chat is only available for group conversations.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to Calendar' }));
  expect(onBack).toHaveBeenCalledTimes(1);
});
