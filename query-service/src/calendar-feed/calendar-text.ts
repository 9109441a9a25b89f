import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { addZones, dateComponents, eventComponent, type Shown, seriesComponents } from './calendar-events.ts';
import { componentText, type Property } from './jcal.ts';
import { NamedZones } from './time-zones.ts';

export const CALENDAR_END = 'END:VCALENDAR\r\n';

const constant: readonly Property[] = [
  ['version', {}, 'text', '2.0'],
  ['prodid', {}, 'text', `-//${PRODUCT_NAME}//${PRODUCT_NAME}//EN`],
  ['calscale', {}, 'text', 'GREGORIAN'],
  ['method', {}, 'text', 'PUBLISH'],
];

/** The time that a calendar program is asked to wait before it looks again. */
const REFRESH = 'PT1H';

const named = (name: string): readonly Property[] => [
  ['name', {}, 'text', name],
  ['x-wr-calname', {}, 'text', name],
  ['refresh-interval', {}, 'duration', REFRESH],
  ['x-published-ttl', {}, 'unknown', REFRESH],
];

/** Begins a file. @param name of a calendar that programs read again. A copy has none */
export const calendarHead = (zones: NamedZones, name?: string): string => {
  const properties = [...constant, ...(name === undefined ? [] : named(name))];
  const empty = componentText(['vcalendar', properties, []]);
  return [empty.slice(0, -CALENDAR_END.length), ...zones.definitions().map(componentText)].join('');
};

export const eventText = (event: EntryDocument | SeriesDocument, shown: Shown): string => {
  const components = 'parts' in event ? seriesComponents(event, shown) : [eventComponent(event, shown)];
  return components.map(componentText).join('');
};

/** A whole file with one event, or with one date of it. Undefined if it does not have the date. */
export const fileWith = (
  event: EntryDocument | SeriesDocument,
  occurrence: CalendarDate | null,
  shown: Omit<Shown, 'zones'> & { readonly now: number },
): string | undefined => {
  const zones = new NamedZones(shown.now);
  addZones(zones, event);
  const whole = { ...shown, zones };
  if (occurrence === null) return `${calendarHead(zones)}${eventText(event, whole)}${CALENDAR_END}`;
  const [date] = 'parts' in event ? dateComponents(event, occurrence, whole) : [];
  return date && `${calendarHead(zones)}${componentText(date)}${CALENDAR_END}`;
};
