import type { AttendanceView, OwnRsvpView, RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';

export const ANSWERS: Readonly<Record<RsvpAnswer, string>> = { going: 'Going', maybe: 'Maybe', cant: 'Can’t' };

export const takenSeats = ({ going, guests }: AttendanceView): number => going + guests;

/** Infinity without a limit; below 0 if seats were taken away. */
export const freeSeats = (attendance: AttendanceView): number =>
  attendance.seats === null ? Number.POSITIVE_INFINITY : attendance.seats - takenSeats(attendance);

/** `Going +1`, `Waitlist, 2nd`, `Maybe` */
export const ownLabel = ({ answer, guests, place }: OwnRsvpView): string => {
  if (answer === null) return '';
  if (place !== null) return `Waitlist, ${ordinal(place)}`;
  return answer === 'going' && guests > 0 ? `Going +${guests}` : ANSWERS[answer];
};

const FULL = 'Full';

const seatsText = (attendance: AttendanceView, seats: number): string => {
  const taken = takenSeats(attendance);
  if (taken > seats) return `${taken} going, ${counted(seats, 'seat')}`;
  if (taken < seats) return `${taken} of ${seats} seats`;
  return attendance.waiting > 0 ? `${FULL} · ${attendance.waiting} waiting` : FULL;
};

/** `6 going · 2 maybe`, `6 going, 2 not confirmed`, `8 of 10 seats`, `Full · 2 waiting`. */
export const countsText = (attendance: AttendanceView, hasStarted: boolean): string => {
  const { going, maybe, notConfirmed, seats } = attendance;
  const open = hasStarted || notConfirmed === 0 ? '' : `, ${notConfirmed} not confirmed`;
  if (seats !== null) return `${seatsText(attendance, seats)}${open}`;
  const parts = [going > 0 && `${going} going${open}`, maybe > 0 && `${maybe} maybe`];
  return parts.filter(Boolean).join(' · ');
};

/** `Full`, which stands out, and what follows it. */
export const fullAndRest = (counts: string): readonly [string, string] =>
  counts.startsWith(FULL) ? [FULL, counts.slice(FULL.length)] : ['', counts];

/** The place on the waitlist, in words. Undefined for everybody else. */
export const lineText = (attendance: AttendanceView, { place, guests }: OwnRsvpView): string | undefined => {
  if (place === null) return undefined;
  const free = freeSeats(attendance);
  if (free > 0 && free < 1 + guests) return `${counted(free, 'seat is', 'seats are')} free, you need ${1 + guests}.`;
  return `You’re ${ordinal(place)} in line. You get the first seat that opens for you.`;
};

type Span = { readonly startsAt: string; readonly endsAt: string };

const dayAndTime = (instant: string, timeZone: string, today: string): string =>
  `${shortDayBeside(localDate(instant, timeZone), today)}, ${timeLabel(instant, timeZone)}`;

type TimeAndPlace = Span & { readonly placeRevision: number };

/** Why somebody is asked again: what changed, or from when to when the event was moved. */
export const changeAsked = (
  before: TimeAndPlace,
  now: TimeAndPlace,
  { timeZone, today }: { readonly timeZone: string; readonly today: string },
): string | { readonly from: string; readonly to: string } => {
  const isMoved = before.startsAt !== now.startsAt;
  const hasOtherTime = isMoved || before.endsAt !== now.endsAt;
  const hasOtherPlace = before.placeRevision !== now.placeRevision;
  // An answer to all dates, which are on other days now.
  if (!hasOtherTime) return hasOtherPlace ? 'The place changed.' : 'The dates changed.';
  if (hasOtherPlace) return 'Time and place changed.';
  if (!isMoved) return `Now until ${timeLabel(now.endsAt, timeZone)}.`;
  return { from: dayAndTime(before.startsAt, timeZone, today), to: dayAndTime(now.startsAt, timeZone, today) };
};
