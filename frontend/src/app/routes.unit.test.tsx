// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkPostponed } from '../entities/session/session-slice.ts';
import { storageKeys } from '../entities/session/storage-keys.ts';
import { makeStore } from '../entities/store/make-store.ts';
import { ServicesProvider } from '../entities/store/services-context.tsx';
import { ada, fakeServices, json, signInAs } from '../entities/testing/fakes.ts';
import { isGated } from './mobile-gate.ts';
import { routes } from './routes.tsx';

// Which screen stands where is the matter here, not what is on it.
vi.mock('./screens.tsx', () => {
  const named = (name: string) => () => <main data-screen={name} />;
  return {
    SignInScreen: named('sign-in'),
    ProfileSetupScreen: named('profile-setup'),
    GroupScreen: named('group'),
    AccountScreen: named('account'),
    InviteScreen: named('invite'),
    AppDownloadScreen: named('app-download'),
    TermsScreen: named('terms'),
    PrivacyScreen: named('privacy'),
    SupportScreen: named('support'),
    AdminScreen: named('admin'),
  };
});
vi.mock('./dashboard-shell.tsx', async () => {
  const { Outlet } = await import('react-router-dom');
  return { DashboardShell: () => <Outlet /> };
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const visit = async (path: string, who: 'visitor' | 'newcomer' | 'member', pendingInvite?: string) => {
  const { services } = fakeServices(() => json({}, 404));
  if (who !== 'visitor') signInAs(services, { ...ada, profileComplete: who === 'member' });
  if (pendingInvite !== undefined) services.storage.set(storageKeys.pendingInvite, pendingInvite);
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Provider store={store}>
      <ServicesProvider services={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </Provider>,
  );
  await waitFor(() => expect(document.querySelector('[data-screen]')).not.toBeNull());
  return {
    at: router.state.location.pathname,
    screen: document.querySelector<HTMLElement>('[data-screen]')?.dataset.screen,
    title: document.title,
  };
};

describe('routes', () => {
  it('ROUTE-01 ROUTE-02 show the public pages and the admin panel to everybody', async () => {
    for (const who of ['visitor', 'newcomer', 'member'] as const)
      for (const name of ['terms', 'privacy', 'support', 'admin']) {
        expect(await visit(`/${name}`, who)).toMatchObject({ at: `/${name}`, screen: name });
        cleanup();
      }
  });

  it('ROUTE-03 ROUTE-11 lead a member from sign-in and / to the dashboard', async () => {
    for (const path of ['/login', '/signup', '/']) {
      expect(await visit(path, 'member')).toMatchObject({ at: '/dashboard', screen: 'group' });
      cleanup();
    }
  });

  it('ROUTE-04 ROUTE-05 ROUTE-06 keep the profile setup for those who need it', async () => {
    expect(await visit('/profile-setup', 'newcomer')).toMatchObject({ screen: 'profile-setup' });
    cleanup();
    expect(await visit('/profile-setup', 'member')).toMatchObject({ at: '/dashboard' });
    cleanup();
    expect(await visit('/profile-setup', 'visitor')).toMatchObject({ at: '/login' });
  });

  it('ROUTE-07 ROUTE-08 ROUTE-09 ROUTE-10 guard dashboard, groups and account', async () => {
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

  it('ROUTE-12 ROUTE-13 read any other single segment as an invitation, no route name', async () => {
    expect(await visit('/AB12CD34', 'visitor')).toMatchObject({ at: '/AB12CD34', screen: 'invite' });
    cleanup();
    expect(await visit('/Support', 'visitor')).toMatchObject({ screen: 'support' });
  });

  it('ROUTE-14 lead unknown paths to the dashboard', async () => {
    expect(await visit('/no/where', 'member')).toMatchObject({ at: '/dashboard' });
  });

  it('AUTH-29 follow a pending invitation before the dashboard', async () => {
    expect(await visit('/login', 'member', 'AB12CD34')).toMatchObject({ at: '/AB12CD34', screen: 'invite' });
  });

  it('name the page', async () => {
    expect(await visit('/terms', 'visitor')).toMatchObject({ title: 'Terms of Service · Quorum' });
  });
});

describe('the gate of narrow windows', () => {
  it('PUBLIC-13 PUBLIC-14 PUBLIC-15 shuts the app, not the public pages and invitations', () => {
    for (const path of ['/dashboard', '/signup', '/account', '/login', '/', '/dashboard/group/g1'])
      expect(isGated(path), path).toBe(true);
    for (const path of ['/terms', '/privacy', '/support', '/admin', '/AB12CD34', '/123456', '/app-download'])
      expect(isGated(path), path).toBe(false);
  });

  it('UX-02 PUBLIC-12 PUBLIC-16 measures the window: a page zoomed in on a wide screen stays open', async () => {
    const inner = vi.spyOn(window, 'innerWidth', 'get');
    const outer = vi.spyOn(window, 'outerWidth', 'get');
    // At 200 % a window of 1200 pixels has 600 of the page's own.
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
