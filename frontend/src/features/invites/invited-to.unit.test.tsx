import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServices, json, type Reply } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { InvitedTo } from './invited-to.tsx';

const show = (answer: Reply) => {
  const { services, sent } = fakeServices(() => answer);
  renderScreen(<InvitedTo inviteCode="BAYVIEW1" />, services);
  return sent;
};

it('an invitation beside sign-in that no longer works says so above the form', async () => {
  show(json({ error: 'Invalid invitation link' }, 404));
  const invitation = await screen.findByRole('region', { name: 'Your invitation' });
  expect(invitation.textContent).toBe('This invitation no longer works. Ask for a new one.');
});

it('an invitation beside sign-in is not called dead without an answer', async () => {
  const sent = show('no network');
  await expect.poll(() => sent.length).toBe(1);
  expect(screen.queryByRole('region', { name: 'Your invitation' })).toBeNull();
});
