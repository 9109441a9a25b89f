import { isKnownTimeZone } from '@quorum/contracts/time/known-time-zones.ts';
import { createContext, useContext } from 'react';

/**
 * The IANA zone that the viewer's device is set to, such as `America/Los_Angeles`. A device set to something else (a
 * browser then says `Etc/Unknown`, which it takes itself for no zone) gets the zone of its present offset, or UTC.
 */
export const deviceTimeZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isKnownTimeZone(timeZone) ? timeZone : fixedZone(new Date().getTimezoneOffset());
};

/** The sign in the name is that of POSIX: `Etc/GMT+5` is five hours behind UTC. */
const fixedZone = (minutesBehind: number): string => {
  const hours = minutesBehind / 60;
  const name = `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`;
  return hours !== 0 && isKnownTimeZone(name) ? name : 'UTC';
};

/** Tests put their own zone here. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** The zone in which the viewer reads and means all dates and times. */
export function useTimeZone(): string {
  const given = useContext(TimeZoneContext);
  return given ?? deviceTimeZone();
}
