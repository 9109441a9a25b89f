import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import { lazy, Suspense } from 'react';
import type { CodeTarget } from '../data/session/code-target.ts';
import { preloadable } from '../shared/lib/preloadable.ts';

/** The screens, one line each, loaded when first shown. */

const SignIn = preloadable(() => import('../features/auth/sign-in-screen.tsx'));
const Account = lazy(() => import('../features/account/account-screen.tsx'));
const SmsOutbox = lazy(() => import('../features/development/sms-outbox.tsx'));
const withOutbox = (target: CodeTarget) => (
  <Suspense fallback={null}>
    <SmsOutbox {...target} />
  </Suspense>
);

const InvitedTo = lazy(() => import('../features/invites/invited-to.tsx'));
const invitedTo = (inviteCode: string) => (
  <Suspense fallback={null}>
    <InvitedTo inviteCode={inviteCode} />
  </Suspense>
);

/** `/login` and `/signup`. */
export function SignInScreen() {
  return <SignIn codeHelper={withOutbox} invitation={invitedTo} />;
}
export const ProfileSetupScreen = lazy(() => import('../features/setup/profile-setup-screen.tsx'));
/** The frame of the dashboard. */
export const DashboardShell = preloadable(async () => ({
  default: (await import('./dashboard-shell.tsx')).DashboardShell,
}));
/** `/dashboard` and `/dashboard/group/:groupId`, inside the shell. */
export const GroupScreen = preloadable(async () => ({
  default: (await import('./dashboard/group-screen.tsx')).GroupScreen,
}));
export function AccountScreen() {
  return <Account codeHelper={withOutbox} />;
}
/** `/stop-phone-change?token=…`, from a text message. */
export const StopPhoneChangeScreen = lazy(() => import('../features/auth/stop-phone-change-screen.tsx'));
/** `/:inviteCode` */
export const InviteScreen = preloadable(() => import('../features/invites/invite-page.tsx'));
export const AppDownloadScreen = lazy(() => import('../features/app-download/app-download-screen.tsx'));
export const AdminScreen = lazy(() => import('../features/admin/admin-screen.tsx'));

/** Loads what the page of an address shows, so that the app appears whole. */
export const preloadScreens = async (pathname: string): Promise<void> => {
  if (/^\/(login|signup)\b/i.test(pathname)) await SignIn.preload();
  if (isInvitePath(pathname)) await InviteScreen.preload();
  if (/^\/(dashboard\b|$)/i.test(pathname)) await Promise.all([DashboardShell.preload(), GroupScreen.preload()]);
};
