// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { ServicesProvider } from '../data/services/services-context.tsx';
import { storageKeys } from '../data/services/storage-keys.ts';
import { checkPostponed, signedIn, userChanged } from '../data/session/session-slice.ts';
import { followStoredSession } from '../data/user/session.ts';
import { ToastProvider } from '../shared/ui/overlays/toast.tsx';
import { ada, fakeServices, json, signInAs } from '../testing/fakes.ts';
import { isGated } from './root-layout.tsx';
import { AppRoutes } from './routes.tsx';
import { makeStore } from './store/make-store.ts';

// These tests are about which screen is shown, not its content.
vi.mock('./screens.tsx', async () => {
  const { Outlet } = await import('react-router-dom');
  const named = (name: string) => () => (
    <main data-screen={name}>
      <button type="button">Continue</button>
    </main>
  );
  return {
    SignInScreen: named('sign-in'),
    ActivityPage: named('activity'),
    ProfileSetupScreen: named('profile-setup'),
    DashboardShell: () => <Outlet />,
    GroupScreen: named('group'),
    AccountScreen: named('account'),
    InviteScreen: named('invite'),
    AppDownloadScreen: named('app-download'),
    StopPhoneChangeScreen: named('stop-phone-change'),
    AdminScreen: named('admin'),
  };
});

type Who = 'visitor' | 'newcomer' | 'member';

const open = (path: string, who: Who, pendingInvite?: string) => {
  const { services } = fakeServices(() => json({}, 404));
  if (who !== 'visitor') signInAs(services, { ...ada, profileComplete: who === 'member' });
  if (pendingInvite !== undefined) services.storage.set(storageKeys.pendingInvite, pendingInvite);
  const store = makeStore(services);
  const router = createMemoryRouter([{ path: '*', element: <AppRoutes /> }], { initialEntries: [path] });
  render(
    <Provider store={store}>
      <ServicesProvider services={services}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </ServicesProvider>
    </Provider>,
  );
  return { store, services, router };
};

const visit = async (...visited: Parameters<typeof open>) => {
  const { store, router } = open(...visited);
  act(() => void store.dispatch(checkPostponed()));
  await waitFor(() => expect(document.querySelector('[data-screen]')).not.toBeNull());
  return {
    at: router.state.location.pathname,
    screen: document.querySelector<HTMLElement>('[data-screen]')?.dataset.screen,
    title: document.title,
  };
};

describe('an address that was asked for before sign-in', () => {
  const link = '/dashboard/group/g1/message/m1?x=1';
  const at = (router: ReturnType<typeof open>['router']) =>
    router.state.location.pathname + router.state.location.search;
  const start = (path = link, pendingInvite?: string) => {
    const opened = open(path, 'visitor', pendingInvite);
    act(() => void opened.store.dispatch(checkPostponed()));
    const signIn = (profileComplete: boolean) =>
      act(() => void opened.store.dispatch(signedIn({ token: 't', user: { ...ada, profileComplete } })));
    return { ...opened, signIn };
  };

  it('an address requested before sign-in is followed after sign-in, once the profile is complete (LINK-05)', async () => {
    const { router, signIn, store } = start();
    await waitFor(() => expect(at(router)).toBe('/login'));
    signIn(false);
    await waitFor(() => expect(at(router)).toBe('/profile-setup'));
    act(() => void store.dispatch(userChanged({ ...ada, profileComplete: true })));
    await waitFor(() => expect(at(router)).toBe(link));
  });

  it('an address requested before sign-in waits behind an invitation, which receives it (LINK-05)', async () => {
    const { router, signIn } = start(link, 'abc123');
    await waitFor(() => expect(at(router)).toBe('/login'));
    signIn(true);
    await waitFor(() => expect(at(router)).toBe('/abc123'));
    expect(router.state.location.state).toMatchObject({ asked: link });
  });

  it.each([
    ['lies elsewhere', 'https://example.org/dashboard/x', 0],
    ['begins like another host', '//example.org/dashboard/x', 0],
    ['is an hour old', link, 3_600_001],
    ['has another form', 5, 0],
  ])('an address requested before sign-in is not followed if it %s (LINK-05, LINK-11)', async (_, asked, age) => {
    const { router, services, signIn } = start('/login');
    await act(() => router.navigate('/login', { state: { asked, askedAt: services.now() - age } }));
    signIn(true);
    await waitFor(() => expect(at(router)).toBe('/dashboard'));
  });
});

describe('routes', () => {
  it('a public page opens as a document, no matter how its address is written', () => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    for (const [written, opened] of [
      ['/Support', '/support'],
      ['/terms/', '/terms'],
      ['/PRIVACY', '/privacy'],
    ] as const) {
      const { services } = fakeServices(() => json({}, 404));
      const router = createMemoryRouter([{ path: '*', element: <AppRoutes /> }], { initialEntries: [written] });
      render(
        <Provider store={makeStore(services)}>
          <ServicesProvider services={services}>
            <RouterProvider router={router} />
          </ServicesProvider>
        </Provider>,
      );
      expect(replace).toHaveBeenLastCalledWith(opened);
      cleanup();
    }
  });

  it('/admin shows the admin panel to everybody (ROUTE-02)', async () => {
    for (const who of ['visitor', 'newcomer', 'member'] as const) {
      expect(await visit('/admin', who)).toMatchObject({ at: '/admin', screen: 'admin' });
      cleanup();
    }
  });

  it('sign-in and / lead a member to the dashboard (ROUTE-03, ROUTE-11)', async () => {
    for (const path of ['/login', '/signup', '/']) {
      expect(await visit(path, 'member')).toMatchObject({ at: '/dashboard', screen: 'group' });
      cleanup();
    }
  });

  it('the profile setup opens only for those who need it (ROUTE-04, ROUTE-05, ROUTE-06)', async () => {
    expect(await visit('/profile-setup', 'newcomer')).toMatchObject({ screen: 'profile-setup' });
    cleanup();
    expect(await visit('/profile-setup', 'member')).toMatchObject({ at: '/dashboard' });
    cleanup();
    expect(await visit('/profile-setup', 'visitor')).toMatchObject({ at: '/login' });
  });

  it('completing the profile moves the focus from its setup to the dashboard', async () => {
    const { store } = open('/profile-setup', 'newcomer');
    act(() => void store.dispatch(checkPostponed()));
    (await screen.findByRole('button')).focus();
    act(() => void store.dispatch(userChanged({ ...ada, profileComplete: true })));
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-screen="group"]')));
  });

  it('dashboard, groups and account are guarded (ROUTE-07, ROUTE-08, ROUTE-09, ROUTE-10)', async () => {
    for (const [path, screen] of [
      ['/dashboard', 'group'],
      ['/dashboard/group/g1', 'group'],
      ['/account', 'account'],
    ] as const) {
      expect(await visit(path, 'member')).toMatchObject({ at: path, screen });
      cleanup();
      expect(await visit(path, 'visitor')).toMatchObject({ at: '/login', screen: 'sign-in' });
      cleanup();
      expect(await visit(path, 'newcomer')).toMatchObject({ at: '/profile-setup', screen: 'profile-setup' });
      cleanup();
    }
  });

  it.each([
    ['/dashboard/activity', 'activity'],
    ['/dashboard/event/e1', 'group'],
    ['/dashboard/day/2026-05-14', 'group'],
    ['/dashboard/group/g1/chat', 'group'],
    ['/dashboard/group/g1/schedule', 'group'],
    ['/dashboard/group/g1/message/m1', 'group'],
    ['/dashboard/group/g1/event/e1', 'group'],
    ['/dashboard/group/g1/day/2026-05-14', 'group'],
    ['/dashboard/group/g1/media/m1', 'group'],
    ['/dashboard/group/%3Cscript%3E/message/..%2F..%2Fadmin', 'group'],
  ])(
    'the link %s is for members with a complete profile, and closed in narrow windows (LINK-01, LINK-10, LINK-11)',
    async (path, screen) => {
      expect(await visit(path, 'member')).toMatchObject({ at: path, screen });
      cleanup();
      expect(await visit(path, 'visitor')).toMatchObject({ at: '/login', screen: 'sign-in' });
      cleanup();
      expect(await visit(path, 'newcomer')).toMatchObject({ at: '/profile-setup', screen: 'profile-setup' });
      expect(isGated(path)).toBe(true);
    },
  );

  it.each(['/dashboard/nowhere', '/dashboard/group/g1/nothing/m1', '/dashboard/event'])(
    'the path %s below the dashboard says that there is no page (LINK-10)',
    (path) => {
      const { store } = open(path, 'member');
      act(() => void store.dispatch(checkPostponed()));
      expect(screen.getByRole('heading', { name: 'This page doesn’t exist' })).toBeDefined();
    },
  );

  it('any single segment that is no route name is read as an invitation (ROUTE-12, ROUTE-13)', async () => {
    expect(await visit('/AB12CD34', 'visitor')).toMatchObject({ at: '/AB12CD34', screen: 'invite' });
    cleanup();
    expect(await visit('/Admin', 'visitor')).toMatchObject({ screen: 'admin' });
  });

  it('an unknown path says that there is no page, and leads on to the dashboard (ROUTE-14)', async () => {
    const { router, store } = open('/no/where', 'member');
    act(() => void store.dispatch(checkPostponed()));
    expect(screen.getByRole('heading', { name: 'This page doesn’t exist' })).toBeDefined();
    fireEvent.click(screen.getByRole('link', { name: 'Continue to Quorum' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('a pending invitation is followed before the dashboard, once the profile is complete (AUTH-27, AUTH-28, AUTH-29)', async () => {
    expect(await visit('/login', 'newcomer', 'AB12CD34')).toMatchObject({ at: '/profile-setup' });
    cleanup();
    expect(await visit('/login', 'member', 'AB12CD34')).toMatchObject({ at: '/AB12CD34', screen: 'invite' });
    cleanup();
    expect(await visit('/dashboard', 'member', 'AB12CD34')).toMatchObject({ at: '/dashboard', screen: 'group' });
  });

  it('no route shows its screen before the session is checked (AUTH-30)', () => {
    for (const path of ['/login', '/profile-setup', '/dashboard']) {
      const { router } = open(path, 'member');
      expect(document.querySelector('[data-screen]'), path).toBeNull();
      expect(router.state.location.pathname).toBe(path);
      cleanup();
    }
  });

  it('the screen starts over when another tab has signed in somebody else', () => {
    const { store, services } = open('/account', 'member');
    const shown = () => document.querySelector('[data-screen="account"]');
    act(() => void store.dispatch(checkPostponed()));
    const before = shown();
    act(() => void store.dispatch(userChanged({ ...ada, firstName: 'Adele' })));
    expect(shown()).toBe(before);
    signInAs(services, { ...ada, _id: 'user-b', id: 'user-b' });
    act(() => void store.dispatch(followStoredSession()));
    expect(shown()).not.toBeNull();
    expect(shown()).not.toBe(before);
  });

  it('a route sets the page title', async () => {
    expect(await visit('/signup', 'visitor')).toMatchObject({ title: 'Sign up · Quorum' });
  });
});

describe('the gate for narrow windows', () => {
  it('the gate for narrow windows closes the app, not public pages and invitations (PUBLIC-13, PUBLIC-14, PUBLIC-15)', () => {
    for (const path of ['/dashboard', '/signup', '/account', '/login', '/', '/dashboard/group/g1'])
      expect(isGated(path), path).toBe(true);
    for (const path of ['/terms', '/privacy', '/support', '/admin', '/AB12CD34', '/123456', '/app-download'])
      expect(isGated(path), path).toBe(false);
  });

  it('the gate for narrow windows lets the link of a text message stop a change of number (OPEN-028)', () => {
    expect(isGated('/stop-phone-change')).toBe(false);
  });

  it('the gate for narrow windows lets a page zoomed in on a wide screen stay open (UX-02, UX-13, PUBLIC-12, PUBLIC-16)', async () => {
    const inner = vi.spyOn(window, 'innerWidth', 'get');
    const outer = vi.spyOn(window, 'outerWidth', 'get');
    // Zoomed to 200 %, a window of 1200 pixels has 600 CSS pixels.
    inner.mockReturnValue(600);
    outer.mockReturnValue(1200);
    expect(await visit('/dashboard', 'member')).toMatchObject({ screen: 'group' });
    act(() => {
      outer.mockReturnValue(749);
      window.dispatchEvent(new Event('resize'));
    });
    expect(document.querySelector('[data-screen="app-download"]')).not.toBeNull();
    expect(document.title).toBe('Get the app · Quorum');
    act(() => {
      outer.mockReturnValue(750);
      window.dispatchEvent(new Event('resize'));
    });
    expect(document.querySelector('[data-screen="group"]')).not.toBeNull();
  });
});
