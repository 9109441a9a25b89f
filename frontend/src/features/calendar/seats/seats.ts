import { limits } from '@quorum/contracts/kernel/limits.ts';

/** `seats: null` means no limit. `guestsEach`: how many guests a member may bring. */
export type Seats = { readonly seats: number | null; readonly guestsEach: number };

export const UNLIMITED: Seats = { seats: null, guestsEach: 0 };

export const isLimited = ({ seats, guestsEach }: Seats): boolean => seats !== null || guestsEach > 0;

const amount = (number: number, one: string): string =>
  `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`;

/** `No limit`, `8 seats, up to 2 guests each`. */
export const seatsLabel = ({ seats, guestsEach }: Seats): string => {
  const limit = seats === null ? 'No limit' : amount(seats, 'seat');
  return guestsEach === 0 ? limit : `${limit}, up to ${amount(guestsEach, 'guest')} each`;
};

/** The number of seats in a field; an empty one means no limit. */
export const seatsIn = (typed: string): { readonly seats: number | null } | { readonly error: string } => {
  const text = typed.trim();
  if (text === '') return { seats: null };
  const seats = Number(text);
  return Number.isInteger(seats) && seats >= 1 && seats <= limits.seats
    ? { seats }
    : { error: 'Please enter a number from 1 to 10,000' };
};
