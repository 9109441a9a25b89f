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
 * Names and years come from clients, so unusual input (every spelling of every zone, distant years) must neither fill memory nor be
 * looked up again each time.
 */
const MAX_YEARS_PER_ZONE = 256;

/** From then on zones have rules alone: a year is like an earlier one of the same length that begins on the same weekday. */
const [FIRST_RULED, RULED_YEARS] = [2101, 28];

/** By name in lower case. The platform knows some hundreds. */
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
  return { probe, years: new Map() };
};

const zoneOf = (timeZone: string): Zone => {
  const name = timeZone.toLowerCase();
  const known = zones.get(name);
  if (known) return known;
  const zone = openZone(timeZone);
  zones.set(name, zone);
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

const lengthOf = (year: number): number => startOfUtcYear(year + 1) - startOfUtcYear(year);

const sameDays = (a: number, b: number): boolean =>
  lengthOf(a) === lengthOf(b) && (startOfUtcYear(a) - startOfUtcYear(b)) % (7 * DAY_MS) === 0;

const farYear = (zone: Zone, year: number): YearOffsets => {
  let like = FIRST_RULED;
  while (!sameDays(like, year)) like += 1;
  const { from, offsets } = yearOf(zone, like);
  const later = startOfUtcYear(year) - startOfUtcYear(like);
  return { from: from.map((ms) => ms + later), offsets };
};

const yearOf = (zone: Zone, year: number): YearOffsets => {
  if (year >= FIRST_RULED + RULED_YEARS) return farYear(zone, year);
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
  // Some other letters, in lower case, are those of a name.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};
