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

/** Names come from clients: the bound keeps odd spellings from filling the memory. */
const MAX_NAMES = 2_000;
const canonicalNames = new Map<string, string | undefined>();

const readCanonical = (name: string): string | undefined => {
  if (name.length > 64 || !looksLikeIana(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/**
 * The one name by which the platform calls an IANA zone, whichever of its names and spellings is given:
 * `America/Los_Angeles` of `us/pacific`. Undefined for what is no name of the IANA database (`PST`, `SystemV/EST5`,
 * `Etc/Unknown`, `+05:00`) or is newer than the platform's data.
 */
export const canonicalTimeZone = (name: string): string | undefined => {
  if (canonicalNames.has(name)) return canonicalNames.get(name);
  const canonical = readCanonical(name);
  if (canonicalNames.size >= MAX_NAMES) canonicalNames.clear();
  canonicalNames.set(name, canonical);
  return canonical;
};
