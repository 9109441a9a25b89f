import { isTimeZone } from './zone-offsets.ts';

/** The area prefixes of IANA zone names, older names included. */
const AREA =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|US|Canada|Mexico|Brazil|Chile)\//i;

const FIXED_OFFSET = /^Etc\/GMT[+-]\d{1,2}$/i;

/**
 * IANA zone names without an area. Platforms also accept abbreviations such as `PST` or `ACT`, but these are ambiguous and not
 * every browser knows them.
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
 * Whether this is the name of an IANA zone, in any letter case. Rejects names that only some platforms accept (`PST`,
 * `SystemV/EST5`), `Etc/Unknown`, `+05:00`, and zones newer than the platform's data.
 */
export const isKnownTimeZone = (name: string): boolean => name.length <= 64 && looksLikeIana(name) && isTimeZone(name);
