import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import { Suspense } from 'react';
import { preloadable } from '../shared/lib/preloadable.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { invitedTo, withOutbox } from './sign-in-extras.tsx';

/** The screens, one line each. Each is loaded when first shown. */

const Activity = preloadable(() => import('./dashboard/activity-page.tsx'));
const AppDownload = preloadable(() => import('../features/app-download/app-download-screen.tsx'));
const Account = preloadable(() => import('../features/account/account-screen.tsx'));
/** Loaded while somebody is signed in, so that a session can end without a connection. */
const SignIn = preloadable(async () => ({
  default: (await import('../features/auth/sign-in-in-app.tsx')).SignInInApp,
}));
export function SignInScreen() {
  return <SignIn codeHelper={withOutbox} invitation={invitedTo} />;
}
export const ProfileSetupScreen = preloadable(() => import('../features/setup/profile-setup-screen.tsx'));
export const DashboardShell = preloadable(async () => ({
  default: (await import('./dashboard-shell.tsx')).DashboardShell,
}));
/** `/dashboard` and `/dashboard/group/:groupId`, inside the shell. */
export const GroupScreen = preloadable(async () => ({
  default: (await import('./dashboard/group-screen.tsx')).GroupScreen,
}));
/** `/dashboard/activity`, inside the shell, which stays while it loads. */
export function ActivityPage() {
  return (
    <Suspense fallback={<main className="main" />}>
      <Activity />
    </Suspense>
  );
}
export function AccountScreen() {
  return <Account codeHelper={withOutbox} />;
}
/** `/stop-phone-change?token=…`, from a text message. */
export const StopPhoneChangeScreen = preloadable(() => import('../features/auth/stop-phone-change-screen.tsx'));
/** `/:inviteCode` */
export const InviteScreen = preloadable(() => import('../features/invites/invite-page.tsx'));
export function AppDownloadScreen({ onUseHere }: { onUseHere?: () => void }) {
  return <AppDownload invitedTo={invitedTo} onUseHere={onUseHere} />;
}
export const AdminScreen = preloadable(() => import('../features/admin/admin-screen.tsx'));

/** Loads the screen of an address, so that the app appears complete. */
export const preloadScreens = async (pathname: string): Promise<void> => {
  whenIdle(SignIn.preload);
  if (isInvitePath(pathname)) await InviteScreen.preload();
  // Beside the dashboard, which shows bones in its place until it is there.
  if (/\/chat$/.test(pathname)) void import('../features/chat/chat-view.tsx').catch(() => undefined);
  if (/^\/(dashboard\b|$)/i.test(pathname)) await Promise.all([DashboardShell.preload(), GroupScreen.preload()]);
};
