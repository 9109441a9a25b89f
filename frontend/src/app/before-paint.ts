import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import { browserStorage, type KeyValueStorage } from '../data/services/storage.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { type SignInMode, savedStep } from '../data/session/saved-step.ts';
import { type Address, firstMode } from '../features/auth/first-mode.ts';
import { mobileSystem } from '../shared/lib/mobile-device.ts';
import { applyTheme, readTheme } from '../shared/lib/theme.ts';
import { isNarrow } from './narrow-window.ts';

const SIGN_IN = /^\/(?:login|signup)\/?$/i;

/** The picture that a page shows until the app has rendered: its first screen where that is known, and else the mark. */
const firstPicture = (address: Address, storage: KeyValueStorage, now: number): SignInMode | 'invite' | 'mark' => {
  if (isInvitePath(address.pathname)) return 'invite';
  if (isNarrow() || storage.get(storageKeys.token) !== null || !SIGN_IN.test(address.pathname)) return 'mark';
  const mode = firstMode(address, storage);
  // A saved step means that the app shows the code step after this reload.
  return savedStep(storage, mode, now) === undefined ? mode : 'mark';
};

/*
 * Runs before the first paint and blocks it, so that nothing changes its look later: sets the theme, and what style sheets need to
 * know about the visitor.
 */
applyTheme(readTheme());

// A reload after an invitation asks for the prerendered download page, which knows no groups. The app does.
const invitePath = `/${new URLSearchParams(location.search).get('invite')}`;
if (location.pathname === '/app-download' && isInvitePath(invitePath)) location.replace(invitePath);

const { dataset } = document.documentElement;
const device = mobileSystem(navigator.userAgent, navigator.maxTouchPoints);
if (device !== undefined) dataset.device = device;
const storage = browserStorage(() => localStorage);
const signedOut = storage.get(storageKeys.token) === null;
if (!signedOut) dataset.signedIn = '';
// The app's router would lead a visitor to sign-in as well, but only once the whole app is loaded.
else if (location.pathname === '/' && !isNarrow()) history.replaceState(null, '', '/login');
dataset.picture = device === undefined ? firstPicture(location, storage, Date.now()) : 'mark';
