import { isTimeZone } from './zone-offsets.ts';

/** The areas into which the IANA database sorts its zones, those of its older names included. */
const AREA =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|US|Canada|Mexico|Brazil|Chile)\//i;

const FIXED_OFFSET = /^Etc\/GMT[+-]\d{1,2}$/i;

/**
 * The names without an area in the IANA database. The platform's own data knows more, such as `PST` or `ACT`; these are
 * abbreviations that stand for other zones elsewhere, and not every browser takes them.
 */
const PLAIN_NAMES: ReadonlySet<string> = new Set(
  [
    'EST5EDT CST6CDT MST7MDT PST8PDT EST MST HST WET CET MET EET',
    'Cuba Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya Navajo NZ NZ-CHAT Poland',
    'Portugal PRC ROC ROK Singapore Turkey W-SU',
    'UTC UCT GMT GMT0 GMT+0 GMT-0 Greenwich Universal Zulu Etc/UTC Etc/UCT Etc/GMT Etc/GMT0 Etc/Greenwich',
    'Etc/Universal Etc/Zulu',
  ]
    .join(' ')
    .toLowerCase()
    .split(' '),
);

const looksLikeIana = (name: string): boolean =>
  AREA.test(name) || FIXED_OFFSET.test(name) || PLAIN_NAMES.has(name.toLowerCase());

/**
 * Is this the name of an IANA zone, in whichever spelling? Not so for what only some platforms take (`PST`, `SystemV/EST5`),
 * for `Etc/Unknown` and `+05:00`, and for a zone that is newer than the platform's data.
 */
export const isKnownTimeZone = (name: string): boolean => name.length <= 64 && looksLikeIana(name) && isTimeZone(name);
