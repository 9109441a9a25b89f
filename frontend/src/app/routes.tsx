import type { ReactNode } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { Guarded } from './guarded.tsx';
import { Lost, NO_PAGE } from './lost.tsx';
import { OpenDocument } from './open-document.tsx';
import { RootLayout } from './root-layout.tsx';
import * as screens from './screens.tsx';

const page = (path: string, title: string, element: ReactNode): RouteObject => ({ path, handle: title, element });
const visitors = (screen: ReactNode) => <Guarded audience="visitors">{screen}</Guarded>;
const newcomers = (screen: ReactNode) => <Guarded audience="newcomers">{screen}</Guarded>;
const members = (screen: ReactNode) => <Guarded audience="members">{screen}</Guarded>;

/** Fixed paths win over the invite code, which is any other single segment. A route's handle is the title of its page. */
const routes: RouteObject[] = [
  { path: '/', element: <Navigate to="/dashboard" replace /> },
  page('login', 'Sign in', visitors(<screens.SignInScreen />)),
  page('signup', 'Sign up', visitors(<screens.SignInScreen />)),
  page('profile-setup', 'Profile setup', newcomers(<screens.ProfileSetupScreen />)),
  {
    path: 'dashboard',
    element: members(<screens.DashboardShell />),
    children: [
      { index: true, handle: 'My Schedule', element: <screens.GroupScreen /> },
      { path: 'group/:groupId', element: <screens.GroupScreen /> },
    ],
  },
  page('account', 'Account', members(<screens.AccountScreen />)),
  page('terms', 'Terms of Service', <OpenDocument path="/terms" />),
  page('privacy', 'Privacy Policy', <OpenDocument path="/privacy" />),
  page('support', 'Support', <OpenDocument path="/support" />),
  page('admin', 'Admin', <screens.AdminScreen />),
  page('stop-phone-change', 'Stop the change of number', <screens.StopPhoneChangeScreen />),
  page('app-download', 'Get the app', <screens.AppDownloadScreen />),
  page(':inviteCode', 'Invitation', <screens.InviteScreen />),
  { path: '*', element: <Lost reason={NO_PAGE} /> },
];

/** The screen of the current address. Needs a router above it. */
export function AppRoutes() {
  const handle: unknown = matchRoutes(routes, useLocation())?.at(-1)?.route.handle;
  return <RootLayout title={typeof handle === 'string' ? handle : undefined}>{useRoutes(routes)}</RootLayout>;
}
