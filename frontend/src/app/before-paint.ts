import { browserStorage } from '../data/services/storage.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { mobileSystem } from '../shared/lib/mobile-device.ts';
import { applyTheme, readTheme } from '../shared/lib/theme.ts';
import { firstPicture } from './first-picture.ts';

/*
 * Runs before the first paint, in a small file of its own that holds up the page, so that nothing changes its look later: the theme, and
 * what style sheets have to know about the visitor.
 */
applyTheme(readTheme());

const { dataset } = document.documentElement;
const device = mobileSystem(navigator.userAgent, navigator.maxTouchPoints);
if (device !== undefined) dataset.device = device;
const storage = browserStorage(() => localStorage);
if (storage.get(storageKeys.token) !== null) dataset.signedIn = '';
const picture = firstPicture(location, storage, Date.now());
if (picture !== undefined && device === undefined) dataset.picture = picture;
