import { addDays } from '@quorum/contracts/time/days.ts';
import { SECOND_MS } from '@quorum/contracts/time/instant.ts';
import { isKnownTimeZone } from '@quorum/contracts/time/known-time-zones.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { offsetAt } from '@quorum/contracts/time/zone-offsets.ts';
import ICAL from 'ical.js';
import { type Component, textOf } from './jcal.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/** Some programs write a path that ends in the name. */
const namesIn = (tzid: string): readonly string[] => {
  const parts = tzid.replace(/^"|"$/g, '').split('/');
  return [parts.join('/'), parts.slice(-2).join('/'), parts.slice(-3).join('/')];
};

/** Noons from a day on at which offsets are compared: over both changes of the clocks in two years. */
const probesFrom = (date: string): readonly string[] =>
  Array.from({ length: 24 }, (_, index) => addDays(date, index * 30));

/** The zones that a file names. */
export class FileZones {
  readonly #definitions: ReadonlyMap<string, Component>;
  readonly #found = new Map<string, string | undefined>();

  constructor(calendars: readonly Component[]) {
    const definitions = calendars.flatMap(([, , components]) => components.filter(([name]) => name === 'vtimezone'));
    this.#definitions = new Map(definitions.map((definition) => [textOf(definition, 'tzid'), definition]));
  }

  /** The IANA name of a zone, by its name, its usual name in Windows, or its offsets from a day on. Undefined if it is not known. */
  nameOf(tzid: string, date: string): string | undefined {
    if (!this.#found.has(tzid)) this.#found.set(tzid, this.#find(tzid, date));
    return this.#found.get(tzid);
  }

  #find(tzid: string, date: string): string | undefined {
    const definition = this.#definitions.get(tzid);
    const given = definition === undefined ? [] : [textOf(definition, 'x-lic-location')];
    const named = [tzid, ...given].flatMap(namesIn).find(isKnownTimeZone) ?? WINDOWS_ZONES.get(tzid);
    if (named !== undefined && isKnownTimeZone(named)) return named;
    return definition && byOffsets(definition, date);
  }
}

/** The first zone whose clocks show the same over two years, of the well-known ones if there is one. */
const byOffsets = (definition: Component, date: string): string | undefined => {
  const zone = new ICAL.Timezone(new ICAL.Component(definition as never));
  const probes = probesFrom(date).map((day) => ({
    wall: { date: day, time: '12:00' },
    offset: zone.utcOffset(ICAL.Time.fromDateTimeString(`${day}T12:00:00`)) * SECOND_MS,
  }));
  return [...WINDOWS_ZONES.values(), ...Intl.supportedValuesOf('timeZone')]
    .filter(isKnownTimeZone)
    .find((timeZone) =>
      probes.every(({ wall, offset }) => offsetAt(instantMs({ ...wall, timeZone }), timeZone) === offset),
    );
};
