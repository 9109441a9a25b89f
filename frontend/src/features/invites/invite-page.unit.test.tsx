import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ServicesProvider } from '../../data/services/services-context.tsx';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { checkPostponed } from '../../data/session/session-slice.ts';
import { ToastProvider } from '../../shared/ui/overlays/toast.tsx';
import { ada, fakeServices, group, json, type Reply, type Sent, signInAs } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import InvitePage from './invite-page.tsx';
import { preview } from './testing/preview.ts';

type Who = 'visitor' | 'newcomer' | 'member';
const visit = (who: Who, answer: (sent: Sent) => Reply = () => json({ group: preview }), path = '/BAYVIEW1') => {
  const { services, sent } = fakeServices(answer);
  if (who !== 'visitor') signInAs(services, { ...ada, profileComplete: who === 'member' });
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  const router = createMemoryRouter(
    [
      { path: '/:inviteCode', element: <InvitePage /> },
      { path: '*', element: <p>elsewhere</p> },
      { path: '/signup', element: <p>elsewhere</p> },
      { path: '/profile-setup', element: <p>elsewhere</p> },
      { path: '/dashboard', element: <p>elsewhere</p> },
      { path: '/app-download', element: <p>elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider store={store}>
      <ServicesProvider services={services}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </ServicesProvider>
    </Provider>,
  );
  const { storage } = services;
  return {
    sent,
    storage,
    place: () => `${router.state.location.pathname}${router.state.location.search}`,
    pending: () => storage.get(storageKeys.pendingInvite),
  };
};

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('an invitation link', () => {
  it('an invitation link sends a mobile device to the app-download page, signed in or not (JOIN-14)', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    const { place, pending } = visit('visitor');
    await waitFor(() => expect(place()).toBe('/app-download?invite=BAYVIEW1'));
    expect(pending()).toBeNull();
  });

  it('an invitation link is kept for a visitor, who signs up first (JOIN-15)', async () => {
    const { place, pending, sent } = visit('visitor');
    await waitFor(() => expect(place()).toBe('/signup?invite=true'));
    expect(pending()).toBe('BAYVIEW1');
    expect(sent.map(({ url }) => url)).toEqual(['/api/groups/invitation/BAYVIEW1']);
  });

  it.each(['visitor', 'newcomer', 'phone'] as const)(
    'an invitation link that no longer works says so to a %s before anything is asked, and is not kept',
    async (who) => {
      if (who === 'phone') vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15)');
      const { place, pending } = visit(who === 'phone' ? 'visitor' : who, () => json({ error: 'unknown' }, 404));
      expect((await screen.findByRole('alert')).textContent).toBe(
        'This invitation no longer works. Ask for a new one.',
      );
      expect(place()).toBe('/BAYVIEW1');
      expect(pending()).toBeNull();
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'Continue to Quorum' }));
      await waitFor(() => expect(place()).toBe('/dashboard'));
    },
  );

  it.each(['no network', 500, 429])(
    'an invitation link is kept for a visitor when the answer is %s',
    async (answer) => {
      const { place, pending } = visit('visitor', () => (typeof answer === 'number' ? json({}, answer) : 'no network'));
      await waitFor(() => expect(place()).toBe('/signup?invite=true'));
      expect(pending()).toBe('BAYVIEW1');
    },
  );

  it('an invitation link of six digits is kept without a question, because digits can be guessed', async () => {
    const { place, pending, sent } = visit('visitor', () => json({}, 404), '/482915');
    await waitFor(() => expect(place()).toBe('/signup?invite=true'));
    expect(pending()).toBe('482915');
    expect(sent).toEqual([]);
  });

  it('an invitation link is kept for a person whose profile is unfinished (JOIN-16)', async () => {
    const { place, pending } = visit('newcomer');
    await waitFor(() => expect(place()).toBe('/profile-setup'));
    expect(pending()).toBe('BAYVIEW1');
  });

  it('an invitation link asks a signed-in person whether to join (JOIN-13, JOIN-17, JOIN-20)', async () => {
    const { sent } = visit('member');
    expect(screen.getByText('Processing Invite...')).toBeTruthy();
    await screen.findByText('Join this group?');
    expect(sent[0]?.url).toBe('/api/groups/preview/BAYVIEW1');
    expect(screen.getByText('24 members')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  it('an invitation link stays in neutral ink, with the color of the group only on its picture (OPEN-063)', async () => {
    let tell: (answer: Response) => void = () => undefined;
    const answer = new Promise<Response>((resolve) => (tell = resolve));
    visit('member', () => answer);
    const paper = () => document.querySelector<HTMLElement>('.inv')?.dataset.accent;
    expect(paper()).toBe('personal');
    tell(json({ group: preview }));
    await screen.findByRole('heading', { name: 'Join this group?' });
    expect(paper()).toBe('personal');
    const colored = [...document.querySelectorAll<HTMLElement>('.inv [data-accent]')];
    expect(colored.map(({ className, dataset }) => [className, dataset.accent])).toEqual([
      ['avatar avatar--group', outsiderColor('g1').accent],
    ]);
  });

  it('an invitation link joins by code, says so, and opens the group (JOIN-18, JOIN-21, JOIN-22, JOIN-25)', async () => {
    let answerJoin: (response: Response) => void = () => undefined;
    const { sent, place, pending, storage } = visit(
      'member',
      ({ method }) =>
        method === 'GET'
          ? json({ group: preview })
          : (new Promise<Response>((resolve) => {
              answerJoin = resolve;
            }) as unknown as Response),
      '/482915',
    );
    storage.set(storageKeys.pendingInvite, '482915');
    fireEvent.click(await screen.findByRole('button', { name: 'Join Group' }));
    expect(await screen.findByText('Joining Group...')).toBeTruthy();
    expect(screen.getByText('Bayview Running Club')).toBeTruthy();
    await waitFor(() => expect(sent.at(-1)?.url).toBe('/api/groups/join/code'));
    answerJoin(json({ group: group('g1') }));
    await waitFor(() => expect(place()).toBe('/dashboard/group/g1'));
    expect(pending()).toBeNull();
  });

  it('an invitation link leads a member to the group (JOIN-19)', async () => {
    const { place } = visit('member', () => json({ group: { ...preview, isAlreadyMember: true } }));
    await waitFor(() => expect(place()).toBe('/dashboard/group/g1'));
  });

  it('an invitation link leads to the dashboard on Cancel (JOIN-23, JOIN-25)', async () => {
    const { place, pending, storage } = visit('member');
    storage.set(storageKeys.pendingInvite, 'BAYVIEW1');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(pending()).toBeNull();
  });

  it('an invitation link says that it is invalid and leads on, and can be retried where there was no answer (JOIN-24, ERR-19)', async () => {
    visit('member', () => json({ error: 'Invalid invitation link' }, 404));
    expect(await screen.findByText('Invalid Invite Link')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('This invitation no longer works. Ask for a new one.');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Continue to Quorum']);
    cleanup();
    let answers = false;
    const { place } = visit('member', () => (answers ? json({ group: preview }) : 'no network'));
    await screen.findByText('This Invitation Didn’t Load');
    answers = true;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Join this group?');
    cleanup();
    const other = visit('member', () => json({ error: 'Too many invalid invitations. Please try again later.' }, 429));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many invalid invitations');
    fireEvent.click(screen.getByRole('button', { name: 'Continue to Quorum' }));
    await waitFor(() => expect(other.place()).toBe('/dashboard'));
    expect(place()).toBe('/BAYVIEW1');
  });

  it('an invitation link forgets the invitation if it is invalid, but without an answer keeps it and does not call it so (JOIN-25)', async () => {
    const pendingAfter = async (answer: () => Reply, title = 'This Invitation Didn’t Load') => {
      const { pending, storage } = visit('member', answer);
      storage.set(storageKeys.pendingInvite, 'BAYVIEW1');
      await screen.findByText(title);
      const code = pending();
      cleanup();
      return code;
    };
    expect(await pendingAfter(() => json({ error: 'Invalid invitation link' }, 404), 'Invalid Invite Link')).toBeNull();
    expect(await pendingAfter(() => 'no network')).toBe('BAYVIEW1');
    expect(await pendingAfter(() => json({}, 429))).toBe('BAYVIEW1');
    expect(await pendingAfter(() => json({}, 500))).toBe('BAYVIEW1');
  });

  it('an invitation link leads to the group when its visitor has joined in another tab (JOIN-19)', async () => {
    let isAlreadyMember = false;
    const { place } = visit('member', ({ method }) => {
      if (method === 'GET') return json({ group: { ...preview, isAlreadyMember } });
      isAlreadyMember = true;
      return json({ error: 'You are already a member of this group' }, 409);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Join Group' }));
    await waitFor(() => expect(place()).toBe('/dashboard/group/g1'));
  });

  it('an invitation link says that it is invalid when it was renewed during the question (JOIN-24)', async () => {
    let renewed = false;
    visit('member', ({ method }) => {
      if (method === 'GET' && !renewed) return json({ group: preview });
      renewed = true;
      return json({ error: 'Invalid invitation link' }, 404);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Join Group' }));
    expect(await screen.findByText('Invalid Invite Link')).toBeTruthy();
  });

  it('an invitation link shows why joining failed, and still asks (ERR-17)', async () => {
    visit('member', ({ method }) => (method === 'GET' ? json({ group: preview }) : json({}, 500)));
    fireEvent.click(await screen.findByRole('button', { name: 'Join Group' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to join group');
    expect(screen.getByRole('button', { name: 'Join Group' })).toBeTruthy();
  });

  it('an invitation link focuses the answer when joining or a retry fails, and no button before', async () => {
    let asked = 0;
    visit('member', ({ method }) => {
      if (method === 'GET' && asked === 0) return json({ group: preview });
      asked += 1;
      return asked === 2
        ? json({ error: 'Invalid invitation link' }, 404)
        : json({ error: 'Something went wrong' }, 500);
    });
    const join = () => screen.findByRole('button', { name: 'Join Group' });
    const first = await join();
    expect(document.activeElement?.tagName).not.toBe('BUTTON');
    fireEvent.click(first);
    await screen.findByRole('alert');
    expect(document.activeElement).toBe(await join());
    fireEvent.click(await join());
    await screen.findByText('This Invitation Didn’t Load');
    const again = () => screen.getByRole('button', { name: 'Try Again' });
    await waitFor(() => expect(document.activeElement).toBe(again()));
    fireEvent.click(again());
    await waitFor(() => expect(asked).toBe(4));
    await screen.findByText('This Invitation Didn’t Load');
    expect(document.activeElement).toBe(again());
  });
});
