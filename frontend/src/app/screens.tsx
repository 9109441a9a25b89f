import type { ComponentType } from 'react';

/**
 * The screens, one line each, loaded when first shown:
 * `export const AdminScreen = lazy(() => import('../features/admin/admin-screen.tsx'));` with a default export there.
 */
const empty =
  (name: string): ComponentType =>
  () => <main data-screen={name} />;

/** `/login` and `/signup`. */
export const SignInScreen = empty('sign-in');
export const ProfileSetupScreen = empty('profile-setup');
/** `/dashboard` and `/dashboard/group/:groupId`, inside the shell. */
export const GroupScreen = empty('group');
export const AccountScreen = empty('account');
/** `/:inviteCode` */
export const InviteScreen = empty('invite');
export const AppDownloadScreen = empty('app-download');
export const TermsScreen = empty('terms');
export const PrivacyScreen = empty('privacy');
export const SupportScreen = empty('support');
export const AdminScreen = empty('admin');
