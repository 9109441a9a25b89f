import ICAL from 'ical.js';

/** A property as jCal (RFC 7265): name, parameters, type and values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  ...values: unknown[],
];

export type Component = readonly [name: string, properties: readonly Property[], components: readonly Component[]];

const TEXT = { defaultType: 'text' };

// These are text without saying so. The library does not know them.
Object.assign(ICAL.design.defaultSet.property, { name: TEXT, 'x-wr-calname': TEXT });

// A continuation line begins with a space, which the library does not count to the 75 octets.
ICAL.foldLength = 74;

/** One component as iCalendar text (RFC 5545). */
export const componentText = (component: Component): string =>
  `${ICAL.stringify.component(component as unknown as unknown[], ICAL.design.defaultSet)}\r\n`;

/** A property from its text, such as a rule. */
export const propertyOf = (text: string): Property => ICAL.parse.property(text) as Property;
