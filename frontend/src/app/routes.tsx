import type { ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { DashboardShell } from './dashboard-shell.tsx';
import { Guarded } from './guarded.tsx';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';
import type { RouteHandle } from './route-handle.ts';
import * as screens from './screens.tsx';

const titled = (title: string): RouteHandle => ({ title });

const page = (path: string, title: string, element: ReactNode): RouteObject => ({
  path,
  handle: titled(title),
  element,
});
const visitors = (screen: ReactNode) => <Guarded audience="visitors">{screen}</Guarded>;
const newcomers = (screen: ReactNode) => <Guarded audience="newcomers">{screen}</Guarded>;
const members = (screen: ReactNode) => <Guarded audience="members">{screen}</Guarded>;

/** Fixed paths win over the invite code, which is any other single segment. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      page('login', 'Sign in', visitors(<screens.SignInScreen />)),
      page('signup', 'Sign up', visitors(<screens.SignInScreen />)),
      page('profile-setup', 'Profile setup', newcomers(<screens.ProfileSetupScreen />)),
      {
        path: 'dashboard',
        element: members(<DashboardShell />),
        children: [
          { index: true, handle: titled('My Schedule'), element: <screens.GroupScreen /> },
          { path: 'group/:groupId', element: <screens.GroupScreen /> },
        ],
      },
      page('account', 'Account', members(<screens.AccountScreen />)),
      page('terms', 'Terms of Service', <screens.TermsScreen />),
      page('privacy', 'Privacy Policy', <screens.PrivacyScreen />),
      page('support', 'Support', <screens.SupportScreen />),
      page('admin', 'Admin', <screens.AdminScreen />),
      page('app-download', 'Get the app', <screens.AppDownloadScreen />),
      page(':inviteCode', 'Invitation', <screens.InviteScreen />),
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
];
