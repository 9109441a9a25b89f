import { createContext, useContext } from 'react';

/** The IANA zone that the viewer's device is set to, such as `America/Los_Angeles`. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Tests put their own zone here. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** The zone in which the viewer reads and means all dates and times. */
export function useTimeZone(): string {
  const given = useContext(TimeZoneContext);
  return given ?? deviceTimeZone();
}
