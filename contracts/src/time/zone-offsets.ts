import { DAY_MS, SECOND_MS } from './instant.ts';

/**
 * Offsets of IANA time zones, from the platform's own data.
 * Asking Intl takes microseconds per instant, too slow for thousands of events or messages. So we cache, per zone and UTC year,
 * the few instants at which the offset changes, found by probing and bisecting.
 */
type YearOffsets = {
  /** Milliseconds since 1970 from which the offset at the same index applies. The first is the start of the year. */
  readonly from: readonly number[];
  readonly offsets: readonly number[];
};
type Zone = { readonly probe: (ms: number) => number; readonly years: Map<number, YearOffsets> };

/** No zone changes its offset and back within a week, so a weekly probe misses nothing. */
const PROBE_STEP_MS = 7 * DAY_MS;

/**
 * Names come from clients, so the caches are bounded: unusual input (every spelling of every zone, distant years) must not fill
 * memory. All spellings of a zone share its years, of which each takes a millisecond to find.
 */
const MAX_NAMES = 1_000;
const MAX_YEARS_PER_ZONE = 200;
const named = new Map<string, Zone>();
/** By the platform's own name; there are some hundreds. */
const zones = new Map<string, Zone>();

const openZone = (timeZone: string): Zone => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  const probe = (ms: number): number => {
    const field: Record<string, string> = {};
    for (const part of format.formatToParts(ms)) field[part.type] = part.value;
    const year = field.era === 'BC' ? 1 - Number(field.year) : Number(field.year);
    const local = new Date(0);
    local.setUTCFullYear(year, Number(field.month) - 1, Number(field.day));
    local.setUTCHours(Number(field.hour), Number(field.minute), Number(field.second));
    return local.getTime() - Math.floor(ms / SECOND_MS) * SECOND_MS;
  };
  const { timeZone: name } = format.resolvedOptions();
  const zone = zones.get(name) ?? { probe, years: new Map() };
  zones.set(name, zone);
  return zone;
};

const zoneOf = (timeZone: string): Zone => {
  const known = named.get(timeZone);
  if (known) return known;
  const zone = openZone(timeZone);
  if (named.size >= MAX_NAMES) named.clear();
  named.set(timeZone, zone);
  return zone;
};

const startOfUtcYear = (year: number): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date.getTime();
};

/** First second in (low, high] whose offset differs from that of `low`. Requires that `high` differs. */
const bisectChange = (zone: Zone, low: number, high: number): number => {
  const before = zone.probe(low);
  let same = Math.floor(low / SECOND_MS);
  let changed = Math.floor(high / SECOND_MS);
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (zone.probe(middle * SECOND_MS) === before) same = middle;
    else changed = middle;
  }
  return changed * SECOND_MS;
};

const readYear = (zone: Zone, year: number): YearOffsets => {
  const start = startOfUtcYear(year);
  const end = startOfUtcYear(year + 1);
  const from = [start];
  const offsets = [zone.probe(start)];
  for (let low = start; low < end; ) {
    const high = Math.min(low + PROBE_STEP_MS, end);
    const offset = zone.probe(high);
    if (offset !== offsets[offsets.length - 1]) {
      from.push(bisectChange(zone, low, high));
      offsets.push(offset);
    }
    low = high;
  }
  return { from, offsets };
};

const yearOf = (zone: Zone, year: number): YearOffsets => {
  const known = zone.years.get(year);
  if (known) return known;
  const offsets = readYear(zone, year);
  if (zone.years.size >= MAX_YEARS_PER_ZONE) zone.years.clear();
  zone.years.set(year, offsets);
  return offsets;
};

/**
 * Milliseconds by which the zone is ahead of UTC at this instant.
 * @throws RangeError for an unknown zone
 */
export const offsetAt = (ms: number, timeZone: string): number => {
  const year = new Date(ms).getUTCFullYear();
  const { from, offsets } = yearOf(zoneOf(timeZone), year);
  let index = from.length - 1;
  while (index > 0 && ms < (from[index] ?? 0)) index -= 1;
  return offsets[index] ?? 0;
};

export type OffsetChange = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Offsets in milliseconds before and from then on. */
  readonly before: number;
  readonly after: number;
};

/** The changes of the zone's offset after one instant and before another. Reads each year between them. */
export const offsetChanges = (timeZone: string, from: number, to: number): OffsetChange[] => {
  const zone = zoneOf(timeZone);
  const changes: OffsetChange[] = [];
  for (let year = new Date(from).getUTCFullYear(); year <= new Date(to).getUTCFullYear(); year += 1) {
    const known = yearOf(zone, year);
    for (const [index, at] of known.from.entries()) {
      const [before, after] = [known.offsets[index - 1], known.offsets[index]];
      if (before !== undefined && after !== undefined && at > from && at < to) changes.push({ at, before, after });
    }
  }
  return changes;
};

/** Whether the platform knows this IANA zone. Bare offsets such as `+05:00` do not count. */
export const isTimeZone = (name: string): boolean => {
  if (named.has(name)) return true;
  if (name.length > 64 || !/^[A-Za-z]/.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};
