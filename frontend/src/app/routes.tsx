import { Fragment, type ReactNode, useEffect } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { useServices } from '../data/services/services-context.tsx';
import { askedAddress, asking } from '../data/session/asked-address.ts';
import { pendingInvite } from '../data/session/invite.ts';
import { type SessionState, selectSession } from '../data/session/session-slice.ts';
import { useAppSelector } from '../data/store/hooks.ts';
import { IdleParts } from './idle-parts.tsx';
import { NoPage } from './lost.tsx';
import { RootLayout } from './root-layout.tsx';
import * as screens from './screens.tsx';
import { Waiting } from './waiting.tsx';

const page = (path: string, title: string, element: ReactNode): RouteObject => ({ path, handle: title, element });
const signIn = (
  <Guarded audience="visitors">
    <screens.SignInScreen />
  </Guarded>
);
const newcomers = (screen: ReactNode) => <Guarded audience="newcomers">{screen}</Guarded>;
const members = (screen: ReactNode) => <Guarded audience="members">{screen}</Guarded>;

/**
 * Fixed paths take precedence over the invite code, which is any other single segment. A route's handle is the page's
 * title.
 */
const routes: RouteObject[] = [
  { path: '/', element: <Navigate to="/dashboard" replace /> },
  page('login', 'Sign in', signIn),
  page('signup', 'Sign up', signIn),
  page('profile-setup', 'Profile setup', newcomers(<screens.ProfileSetupScreen />)),
  {
    path: 'dashboard',
    element: members(<screens.DashboardShell />),
    children: [
      { index: true, handle: 'My Schedule', element: <screens.GroupScreen /> },
      { path: 'activity', handle: 'Activity', element: <screens.ActivityPage /> },
      { path: 'event/:eventId', element: <screens.GroupScreen /> },
      { path: 'day/:date', element: <screens.GroupScreen /> },
      { path: 'group/:groupId', element: <screens.GroupScreen /> },
      { path: 'group/:groupId/chat', element: <screens.GroupScreen view="chat" /> },
      { path: 'group/:groupId/message/:messageId', element: <screens.GroupScreen view="chat" /> },
      { path: 'group/:groupId/media/:fileId', element: <screens.GroupScreen /> },
      { path: 'group/:groupId/schedule', element: <screens.GroupScreen view="calendar" /> },
      { path: 'group/:groupId/event/:eventId', element: <screens.GroupScreen view="calendar" /> },
      { path: 'group/:groupId/day/:date', element: <screens.GroupScreen /> },
    ],
  },
  page('account', 'Account', members(<screens.AccountScreen />)),
  page('terms', 'Terms of Service', <OpenDocument path="/terms" />),
  page('privacy', 'Privacy Policy', <OpenDocument path="/privacy" />),
  page('support', 'Support', <OpenDocument path="/support" />),
  page('admin', 'Admin', <screens.AdminScreen />),
  page('stop-phone-change', 'Cancel number change', <screens.StopPhoneChangeScreen />),
  page('app-download', 'Get the app', <screens.AppDownloadScreen />),
  page(':inviteCode', 'Invitation', <screens.InviteScreen />),
  page('*', 'Page not found', <NoPage />),
];

/** The screen of the current address. Requires a router above it. */
export function AppRoutes() {
  const handle: unknown = matchRoutes(routes, useLocation())?.at(-1)?.route.handle;
  return <RootLayout title={typeof handle === 'string' ? handle : undefined}>{useRoutes(routes)}</RootLayout>;
}

/** The public pages are separate documents. This handles other spellings of their addresses, such as `/Support`. */
function OpenDocument({ path }: { path: string }) {
  if (window.location.pathname === path) throw new Error(`The server has no page at ${path}`);
  useEffect(() => window.location.replace(`${path}${window.location.hash}`), [path]);
  return <Waiting />;
}

/** Who a screen is for: visitors, people with an unfinished profile, or people with a finished one. */
type Audience = 'visitors' | 'newcomers' | 'members';

const audienceOf = ({ status, user }: SessionState): Audience => {
  if (status === 'signedOut' || user === null) return 'visitors';
  return user.profileComplete ? 'members' : 'newcomers';
};

/**
 * Where each audience is at home. With a complete profile, a pending invitation comes first, then the address that was asked for
 * before.
 */
const homeOf = (audience: Audience, invite: string | null, asked: string | undefined): string => {
  if (audience === 'visitors') return '/login';
  if (audience === 'newcomers') return '/profile-setup';
  return invite === null ? (asked ?? '/dashboard') : `/${encodeURIComponent(invite)}`;
};

function Guarded({ audience, children }: { audience: Audience; children: ReactNode }) {
  const session = useAppSelector(selectSession);
  const { storage, now } = useServices();
  const location = useLocation();
  if (session.status === 'checking') return <Waiting />;
  const visitor = audienceOf(session);
  if (visitor !== audience) {
    const state = audience === 'members' ? asking(location, now()) : (location.state as unknown);
    const home = homeOf(visitor, pendingInvite(storage), askedAddress(state, now()));
    return <Navigate to={home} state={state} replace />;
  }
  // Another tab may have signed in somebody else, who must not see what this person has open.
  return (
    <Fragment key={session.user?._id}>
      {children}
      {audience === 'members' && <IdleParts />}
    </Fragment>
  );
}
