import { type ComponentType, lazy, Suspense } from 'react';
import type { CodeTarget } from '../entities/session/code-target.ts';

/**
 * The screens, one line each, loaded when first shown:
 * `export const AdminScreen = lazy(() => import('../features/admin/admin-screen.tsx'));` with a default export there.
 */
const empty =
  (name: string): ComponentType =>
  () => <main data-screen={name} />;

const SignIn = lazy(() => import('../features/auth/sign-in-screen.tsx'));
const Account = lazy(() => import('../features/account/account-screen.tsx'));
const SmsOutbox = lazy(() => import('../features/development/sms-outbox.tsx'));
const withOutbox = (target: CodeTarget) => (
  <Suspense fallback={null}>
    <SmsOutbox {...target} />
  </Suspense>
);

/** `/login` and `/signup`. */
export function SignInScreen() {
  return <SignIn codeHelper={withOutbox} />;
}
export const ProfileSetupScreen = lazy(() => import('../features/setup/profile-setup-screen.tsx'));
/** `/dashboard` and `/dashboard/group/:groupId`, inside the shell. */
export { GroupScreen } from './dashboard/group-screen.tsx';
export function AccountScreen() {
  return <Account codeHelper={withOutbox} />;
}
/** `/:inviteCode` */
export const InviteScreen = lazy(() => import('../features/invites/invite-page.tsx'));
export const AppDownloadScreen = lazy(() => import('../features/app-download/app-download-screen.tsx'));
export const TermsScreen = empty('terms');
export const PrivacyScreen = empty('privacy');
export const SupportScreen = empty('support');
export const AdminScreen = empty('admin');
