import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json, type Reply, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SessionsSection } from './sessions-section.tsx';

const at = '2026-05-14T12:00:00.000Z';
const here = { id: 'here', device: 'Firefox on Linux', createdAt: at, lastUsedAt: at, current: true };
const there = { id: 'there', device: 'Safari on iPhone', createdAt: at, lastUsedAt: at, current: false };
const unknown = { ...there, id: 'unknown', device: '' };

const open = (answer: (sent: Sent) => Reply) => {
  const fake = signedInServices(answer);
  renderScreen(<SessionsSection />, fake.services, '/account');
  return fake;
};

/** Serves these sessions. An ended one is no longer listed. */
const withSessions = (...sessions: (typeof here)[]) => {
  let running = sessions;
  return open(({ method, url }) => {
    if (method === 'DELETE')
      running = running.filter(({ id, current }) => current || !(url.endsWith(id) || url.endsWith('sessions')));
    return json(method === 'DELETE' ? { success: true } : { sessions: running });
  });
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = (name: string) =>
  fireEvent.click(within(screen.getByRole('alertdialog', { name })).getByRole('button', { name: 'Sign Out' }));

describe('the devices of an account', () => {
  it('the devices of an account are listed; the current one is marked and cannot be ended (SAFE-09)', async () => {
    withSessions(here, there, unknown);
    expect(await screen.findByText('This device')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.querySelector('h3')?.textContent?.trim())).toEqual([
      'Firefox on Linux This device',
      'Safari on iPhone',
      'Unknown device',
    ]);
    expect(screen.queryByRole('button', { name: 'End Firefox on Linux' })).toBeNull();
  });

  it('the devices of an account are ended one by one, after a question (SAFE-09)', async () => {
    const { sent } = withSessions(here, there, unknown);
    await screen.findByText('This device');
    press('End Safari on iPhone');
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    confirm('Sign out of Safari on iPhone');
    expect(await screen.findByText('Signed out of Safari on iPhone')).toBeTruthy();
    await expect.poll(() => screen.queryByRole('button', { name: 'End Safari on iPhone' })).toBeNull();
    expect(sent.find(({ method }) => method === 'DELETE')?.url).toBe('/api/auth/sessions/there');
  });

  it.each([
    ['one', 'End Safari on iPhone', 'Sign out of Safari on iPhone'],
    ['all', 'Sign out of all other devices', 'Sign out of all other devices'],
  ])('ending %s of the other devices leaves the focus on the heading of the list', async (_, button, question) => {
    withSessions(here, there);
    await screen.findByText('This device');
    screen.getByRole('button', { name: button }).focus();
    press(button);
    confirm(question);
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeTruthy();
    await expect.poll(() => document.activeElement?.textContent).toBe('Devices');
  });

  it('a device that is kept after the question leaves the focus on its button', async () => {
    withSessions(here, there);
    await screen.findByText('This device');
    const end = screen.getByRole('button', { name: 'End Safari on iPhone' });
    end.focus();
    press('End Safari on iPhone');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => document.activeElement === end).toBe(true);
  });

  it('the devices of an account are all ended at once except this one (SAFE-09)', async () => {
    const { sent } = withSessions(here, there);
    await screen.findByText('This device');
    press('Sign out of all other devices');
    confirm('Sign out of all other devices');
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'DELETE')?.url).toBe('/api/auth/sessions');
  });

  it('the devices of an account show a failed load, and load again on request (SAFE-09)', async () => {
    let fails = true;
    open(() => (fails ? json({ error: 'Not right now' }, 503) : json({ sessions: [here] })));
    expect(await screen.findByText('Your devices didn’t load.')).toBeTruthy();
    fails = false;
    press('Try Again');
    expect(await screen.findByText('This device')).toBeTruthy();
  });

  it('a device that could not be ended keeps the question open with the error (SAFE-09)', async () => {
    open(({ method }) =>
      method === 'DELETE' ? json({ error: 'Not right now' }, 503) : json({ sessions: [here, there] }),
    );
    await screen.findByText('This device');
    press('End Safari on iPhone');
    confirm('Sign out of Safari on iPhone');
    expect((await screen.findByRole('alert')).textContent).toBe('Not right now');
  });
});
