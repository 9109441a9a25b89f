import { isKnownTimeZone } from '@quorum/contracts/time/known-time-zones.ts';
import { createContext, useContext } from 'react';

/**
 * The IANA zone of the viewer's device, such as `America/Los_Angeles`. A device without one (browsers then report
 * `Etc/Unknown`) gets the zone of its present offset, or UTC.
 */
export const deviceTimeZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isKnownTimeZone(timeZone) ? timeZone : fixedZone(new Date().getTimezoneOffset());
};

/** POSIX signs are reversed: `Etc/GMT+5` is five hours behind UTC. */
const fixedZone = (minutesBehind: number): string => {
  const hours = minutesBehind / 60;
  const name = `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`;
  return hours !== 0 && isKnownTimeZone(name) ? name : 'UTC';
};

/** Tests provide their own zone. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

const ASK_AGAIN_MS = 1_000;
let asked: { readonly zone: string; readonly at: number } | undefined;

/** Asking the device takes longer than drawing a line of a list, so all lines that are drawn together ask once. */
const lastDeviceTimeZone = (): string => {
  const at = performance.now();
  if (asked === undefined || at - asked.at > ASK_AGAIN_MS) asked = { zone: deviceTimeZone(), at };
  return asked.zone;
};

/** The zone in which the viewer reads and enters dates and times. */
export function useTimeZone(): string {
  const given = useContext(TimeZoneContext);
  return given ?? lastDeviceTimeZone();
}
