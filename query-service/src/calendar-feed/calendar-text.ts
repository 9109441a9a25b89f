import { setImmediate } from 'node:timers/promises';
import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { addZones, dateComponents, eventComponent, type Shown, seriesComponents } from './calendar-events.ts';
import { componentText, type Property } from './jcal.ts';
import { NamedZones } from './time-zones.ts';

const CALENDAR_END = 'END:VCALENDAR\r\n';

const constant: readonly Property[] = [
  ['version', {}, 'text', '2.0'],
  ['prodid', {}, 'text', `-//${PRODUCT_NAME}//${PRODUCT_NAME}//EN`],
  ['calscale', {}, 'text', 'GREGORIAN'],
  ['method', {}, 'text', 'PUBLISH'],
];

/** The pause that calendar programs are asked to make between reads. */
const REFRESH = 'PT1H';

const named = (name: string): readonly Property[] => [
  ['name', {}, 'text', name],
  ['x-wr-calname', {}, 'text', name],
  ['refresh-interval', {}, 'duration', REFRESH],
  ['x-published-ttl', {}, 'unknown', REFRESH],
];

/** Begins a file; the definitions of its zones follow. @param name of a calendar that programs read again. A copy has none */
const calendarHead = (name?: string): string => {
  const properties = [...constant, ...(name === undefined ? [] : named(name))];
  return componentText(['vcalendar', properties, []]).slice(0, -CALENDAR_END.length);
};

const definitionsOf = (zones: NamedZones): string => [...zones.definitions()].map(componentText).join('');

type Event = EntryDocument | SeriesDocument;

/** A whole file, in pieces. A calendar may name hundreds of zones and change thousands of dates, so others get their turn between two. */
export async function* calendarPieces(
  zones: NamedZones,
  events: AsyncIterable<string>,
  name?: string,
): AsyncGenerator<string> {
  yield calendarHead(name);
  for (const definition of zones.definitions()) {
    await setImmediate();
    yield componentText(definition);
  }
  for await (const text of events) {
    await setImmediate();
    if (text !== '') yield text;
  }
  yield CALENDAR_END;
}

export const eventText = (event: Event, shown: Shown): string => {
  const components = 'parts' in event ? seriesComponents(event, shown) : [eventComponent(event, shown)];
  return components.map(componentText).join('');
};

/** A whole file with one event, or with one date of it. Undefined if it does not have the date. */
export const fileWith = (
  event: Event,
  occurrence: CalendarDate | null,
  shown: Omit<Shown, 'zones'> & { readonly now: number },
): string | undefined => {
  const zones = new NamedZones(shown.now);
  addZones(zones, event);
  const whole = { ...shown, zones };
  const head = `${calendarHead()}${definitionsOf(zones)}`;
  if (occurrence === null) return `${head}${eventText(event, whole)}${CALENDAR_END}`;
  const [date] = 'parts' in event ? dateComponents(event, occurrence, whole) : [];
  return date && `${head}${componentText(date)}${CALENDAR_END}`;
};
