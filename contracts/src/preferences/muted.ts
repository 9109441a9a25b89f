/** @param until an instant, or `always`. @param now milliseconds since the epoch. */
export const isMuted = (until: string | null | undefined, now: number): boolean =>
  until === 'always' || Date.parse(until ?? '') > now;
