import { THEME_STORAGE_KEY } from '../../shared/lib/theme.ts';

/** Every key in local storage. Keys that end in `:` are prefixes, followed by a user's id. */
export const storageKeys = {
  token: 'auth_token',
  user: 'auth_user',
  pendingInvite: 'pending_invite_code',
  inviteFlow: 'invite_flow',
  loginStep: 'login_step',
  signupStep: 'signup_step',
  phoneStep: 'phone_step',
  preferredView: 'preferred_view',
  showDeclined: 'show_declined',
  schedule: 'schedule:',
  /** `off` turns off shortcuts of a single key. */
  singleKeys: 'single_keys',
  /** The last choices in the palette. */
  palette: 'palette:',
  hasSignedIn: 'has_signed_in',
  /** `on`, `off` or `declined`. */
  alerts: 'alerts',
  /** The ones that were dismissed. */
  reminders: 'reminders',
  /** Also read by before-paint.ts. */
  theme: THEME_STORAGE_KEY,
  draft: 'draft:',
  outbox: 'outbox:',
} as const;
