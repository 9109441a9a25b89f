import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../data/connection/connection-slice.ts';
import { group, json, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { preview } from './testing/preview.ts';

const joining = (sent: readonly Sent[]) => sent.find(({ method }) => method === 'POST');

const show = (answer: (sent: Sent) => Response) => {
  const { services, sent } = signedInServices(answer);
  const onOpen = vi.fn();
  const { store } = renderScreen(<JoinDialog onClose={() => undefined} onOpen={onOpen} />, services);
  return { store, sent, onOpen };
};
const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alertText = async () => (await screen.findByRole('alert')).textContent;

describe('Join a Group', () => {
  it('Join a Group requires an entry, and a preview before joining (JOIN-02, JOIN-09)', async () => {
    const { sent } = show(() => json({}));
    press('Preview Group');
    expect(await alertText()).toBe('Please enter an invitation code or link');
    press('Join Group');
    expect(await alertText()).toBe('Please preview the group first');
    expect(sent).toEqual([]);
  });

  it('Join a Group shows and announces the group, and returns to the input (JOIN-01, JOIN-07, JOIN-08)', async () => {
    const { sent } = show(() => json({ group: preview }));
    type('482 915');
    press('Preview Group');
    const found = await screen.findByText('Bayview Running Club');
    expect(found.closest('[role="status"]')).not.toBeNull();
    expect(sent[0]?.url).toBe('/api/groups/preview/482915');
    expect(screen.getByText('24 members')).toBeTruthy();
    expect(screen.getByText('Created by Leo Marchetti')).toBeTruthy();
    press('Back');
    expect(screen.queryByText('Bayview Running Club')).toBeNull();
    expect(screen.getByRole('textbox').getAttribute('value')).toBe('482 915');
  });

  it('Join a Group stays in neutral ink, with a color by the id of the group only on its picture (OPEN-063)', async () => {
    show(() => json({ group: preview }));
    type('482915');
    press('Preview Group');
    const card = await screen.findByRole('article', { name: 'Group preview' });
    expect(card.closest<HTMLElement>('[data-accent]')?.dataset.accent).toBe('personal');
    expect(card.querySelector<HTMLElement>('.avatar')?.dataset.accent).toBe(outsiderColor('g1').accent);
    const join = screen.getByRole('button', { name: 'Join Group' });
    expect(join.closest<HTMLElement>('[data-accent]')?.dataset.accent).toBe('personal');
  });

  it('Join a Group joins by code (JOIN-03)', async () => {
    const { sent, onOpen } = show(({ method }) => json({ group: method === 'GET' ? preview : group('g1') }));
    type('482 915');
    press('Preview Group');
    await screen.findByText('Bayview Running Club');
    press('Join Group');
    await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
    expect(joining(sent)).toMatchObject({ url: '/api/groups/join/code', body: { code: '482915' } });
  });

  it('Join a Group joins by the invite code of a link (JOIN-05)', async () => {
    const { sent, onOpen } = show(({ method }) => json({ group: method === 'GET' ? preview : group('g1') }));
    type('AB12CD34');
    press('Preview Group');
    await screen.findByText('Bayview Running Club');
    press('Join Group');
    await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
    expect(joining(sent)).toMatchObject({ url: '/api/groups/join/link', body: { inviteCode: 'AB12CD34' } });
  });

  it('Join a Group joins by a link (JOIN-04)', async () => {
    const { sent, onOpen } = show(({ method }) => json({ group: method === 'GET' ? preview : group('g1') }));
    type('https://quorum.example/ab12cd34/?from=mail');
    press('Preview Group');
    await screen.findByText('Bayview Running Club');
    press('Join Group');
    await waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
    expect(joining(sent)?.url).toBe('/api/groups/join/link');
    expect(joining(sent)?.body).toEqual({ inviteCode: 'AB12CD34' });
  });

  it('Join a Group shows a member a notice in place of the buttons, their own color on the picture, and the way in (JOIN-10)', async () => {
    const { onOpen } = show(({ url }) =>
      url.endsWith('/group-preferences')
        ? json({ preferences: { g1: { color: 2 } } })
        : json({ groups: [group('g1')], group: { ...preview, memberCount: 1, isAlreadyMember: true } }),
    );
    type('482915');
    press('Preview Group');
    expect(await screen.findByText('You are already a member of this group')).toBeTruthy();
    expect(screen.getByText('1 member')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join Group' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    const found = screen.getByRole('article', { name: 'Group preview' });
    await waitFor(() => expect(found.querySelector<HTMLElement>('.avatar')?.dataset.accent).toBe('green'));
    expect(found.closest<HTMLElement>('[data-accent]')?.dataset.accent).toBe('personal');
    press('Open');
    expect(onOpen).toHaveBeenCalledWith('g1');
  });

  it("Join a Group reports a wrong code, and a wrong link with the server's message (JOIN-06, ERR-18)", async () => {
    for (const [typed, words] of [
      ['ABCDEFGH', 'Invalid invitation code'],
      ['hello', 'Invalid invitation code'],
      ['https://quorum.example/ABCDEFGH', 'Invalid invitation link'],
    ] as const) {
      show(() => json({ error: 'Invalid invitation link' }, 404));
      type(typed);
      press('Preview Group');
      expect(await alertText()).toBe(words);
      cleanup();
    }
  });

  it('Join a Group blames the connection, and not the code, while there is none', async () => {
    const { store, sent } = show(() => json({ group: preview }));
    act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 })));
    type('482915');
    press('Preview Group');
    expect(await alertText()).toBe('No connection. Please try again when you are back online.');
    expect(sent).toEqual([]);
    act(() => void store.dispatch(connectionChanged({ status: 'online', at: 1 })));
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  it("Join a Group shows the server's message, or else its own (ERR-17, ERR-18)", async () => {
    show(({ method }) => (method === 'GET' ? json({ error: 'Too many invalid invitations' }, 429) : json({}, 500)));
    type('482915');
    press('Preview Group');
    expect(await alertText()).toBe('Too many invalid invitations');
    cleanup();
    show(() => json({}, 500));
    type('482915');
    press('Preview Group');
    expect(await alertText()).toBe('The server could not be reached. Please try again.');
    cleanup();
    show(() => json({}, 404));
    type('482915');
    press('Preview Group');
    expect(await alertText()).toBe('Invalid invitation code');
    cleanup();
    show(({ method }) => (method === 'GET' ? json({ group: preview }) : json({}, 500)));
    type('482915');
    press('Preview Group');
    await screen.findByText('Bayview Running Club');
    press('Join Group');
    expect(await alertText()).toBe('Failed to join group');
  });
});
