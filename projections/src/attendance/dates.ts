import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { type Counts, type Party, partyAfter, recounted } from '@quorum/domain/attendance/attendance.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import {
  type AttendanceDocument,
  type RsvpDocument,
  rsvpDocument,
  validOn,
} from '@quorum/service-kit/reads/attendance.ts';

type Rsvp = EventOf<'RsvpGiven' | 'RsvpPromoted' | 'RsvpWithdrawn'>;

/** Past dates whose counts are kept: more than a page of the past shows. The oldest are dropped first. */
const MAX_EARLIER = 60;

/** More than the faces that a view shows. */
const MAX_WITHOUT = 100;

const fromOf = ({ data }: Rsvp): CalendarDate => ('from' in data ? (data.from ?? '') : '');

const isErasure = ({ data }: Rsvp): boolean => 'reason' in data && data.reason === 'account-deleted';

const withoutPerson = (counts: Counts, own: RsvpDocument | undefined, userId: string, from: CalendarDate): Counts =>
  own === undefined ? counts : recounted(counts, userId, { before: validOn<Party>(own, from), after: undefined });

/** Takes an erased person out of the counts of past dates, too. */
const erased = (known: AttendanceDocument, own: RsvpDocument | undefined, userId: string): AttendanceDocument => ({
  ...known,
  ...withoutPerson(known, own, userId, known.from ?? ''),
  ...(known.earlier && {
    earlier: known.earlier.map((each) => ({ ...each, ...withoutPerson(each, own, userId, each.from) })),
  }),
});

const pastOf = ({
  going,
  maybe,
  cant,
  waiting,
  guests,
  confirmed,
  faces,
  revision,
  from = '',
}: AttendanceDocument) => ({
  going,
  maybe,
  cant,
  waiting,
  guests,
  confirmed,
  faces: faces.slice(0, 4),
  revision,
  from,
});

/** The counts of a series. Dates that had ended when somebody answered keep those from before. */
export const seriesCounts = (
  known: AttendanceDocument,
  event: Rsvp,
  own: RsvpDocument | undefined,
  before: Party | undefined,
): AttendanceDocument => {
  const { userId, creatorId } = event.data;
  const revision = event.position;
  if (isErasure(event)) return { ...erased(known, own, userId), revision };
  const from = fromOf(event);
  const after = partyAfter(before, event, creatorId);
  const counts = { ...known, ...recounted(known, userId, { before, after }), revision };
  if (from <= (known.from ?? '')) return counts;
  return { ...counts, from, earlier: [...(known.earlier ?? []), pastOf(known)].slice(-MAX_EARLIER) };
};

/** A person's answer to a series, with those that hold for dates which had ended. */
export const seriesRsvp = (
  event: Rsvp,
  own: RsvpDocument | undefined,
  before: Party | undefined,
): RsvpDocument | null => {
  const { creatorId } = event.data;
  const party = partyAfter(before, event, creatorId);
  if (party === undefined || isErasure(event)) return null;
  const document = rsvpDocument(event.data, party);
  const earlier = [...(own?.earlier ?? []), ...earlierOf(event, before)].slice(-MAX_EARLIER);
  return earlier.length === 0 ? document : { ...document, earlier };
};

const earlierOf = (event: Rsvp, before: Party | undefined) => {
  const { from = '' } = before ?? {};
  return before === undefined || from >= fromOf(event) ? [] : [partyOf(before, from)];
};

const partyOf = ({ answer, guests, seated, order, at, answeredFor }: Party, from: CalendarDate) => ({
  answer,
  guests,
  seated,
  order,
  at,
  answeredFor,
  from,
});

/** The answer to the series that one to a date replaces. */
const insteadOf = (event: Rsvp, toSeries: Party | undefined): Party | undefined =>
  toSeries && validOn<Party>(toSeries, event.data.occurrence ?? '');

const toggled = (ids: readonly string[], id: string, isIn: boolean): readonly string[] => {
  const others = ids.filter((each) => each !== id);
  return isIn ? [...others, id].slice(-MAX_WITHOUT) : others;
};

/** How the answers to a date differ from those to its series. */
export const dateCounts = (
  known: AttendanceDocument,
  event: Rsvp,
  own: RsvpDocument | undefined,
  toSeries: Party | undefined,
): AttendanceDocument => {
  const { userId, creatorId } = event.data;
  const after = partyAfter(own, event, creatorId);
  const instead = after && insteadOf(event, toSeries);
  const same = own === undefined ? known : recounted(known, userId, { before: own, after: own.instead ?? undefined });
  const counts = after === undefined ? same : recounted(same, userId, { before: instead, after });
  return {
    ...known,
    ...counts,
    faces: toggled(known.faces, userId, after?.seated === true),
    without: toggled(known.without ?? [], userId, instead?.seated === true),
    revision: event.position,
  };
};

export const dateRsvp = (
  event: Rsvp,
  own: RsvpDocument | undefined,
  toSeries: Party | undefined,
): RsvpDocument | null => {
  const after = partyAfter(own, event, event.data.creatorId);
  if (after === undefined) return null;
  const instead = insteadOf(event, toSeries);
  return {
    ...rsvpDocument(event.data, after),
    instead: instead === undefined ? null : partyOf(instead, instead.from ?? ''),
  };
};
