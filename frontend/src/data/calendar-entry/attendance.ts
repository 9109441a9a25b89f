import type { AnsweredFor, AttendanceView, OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { PayloadOf } from '@quorum/contracts/socket.ts';

/** The answers to an event: what everybody sees, and the viewer's own. */
export type Answers = { readonly attendance?: AttendanceView; readonly mine?: OwnRsvpView };

const isNewer = (a: { readonly revision: string } | undefined, b: { readonly revision: string } | undefined): boolean =>
  a !== undefined && (b === undefined || a.revision > b.revision);

/** The newer of both parts. Returns `known` if it has both. */
export const newerAnswers = <A extends Answers>(known: A, given: Answers): A => {
  const isAttendance = isNewer(given.attendance, known.attendance);
  const isMine = isNewer(given.mine, known.mine);
  if (!isAttendance && !isMine) return known;
  return {
    ...known,
    ...(isAttendance && { attendance: given.attendance }),
    ...(isMine && { mine: given.mine }),
  };
};

const isSame = (a: AnsweredFor, b: AnsweredFor): boolean =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.placeRevision === b.placeRevision;

/** An answer is asked about again when its event moves. No frame to a group says so, because only the person's answer decides it. */
export const askedAgain = (event: EventView): EventView => {
  const { mine } = event;
  if (mine === undefined) return event;
  const { answer, answeredFor } = mine;
  const ask = answer === 'cant' || answeredFor === null || isSame(answeredFor, event) ? null : answeredFor;
  return { ...event, mine: { ...mine, ask } };
};

/** The newer of two versions of an event, with the newer answers of both. Returns `known` if nothing is newer. */
export const newerEvent = (known: EventView, event: EventView): EventView => {
  const newer = event.revision > known.revision;
  if (!newer) return newerAnswers(known, event);
  const { attendance, mine } = known;
  return askedAgain(newerAnswers({ ...event, ...(attendance && { attendance }), ...(mine && { mine }) }, event));
};

/** Somebody left the line before the viewer, who moves up. The change may already be part of what was loaded. */
const movedUp = ({ mine }: Answers, leaves: number, at: string): OwnRsvpView | undefined => {
  if (mine === undefined || mine.place === null || mine.place <= leaves || at <= mine.revision) return mine;
  return { ...mine, place: mine.place - 1, revision: at };
};

export const withAttendance = <A extends Answers>(
  known: A,
  { attendance, leaves, at }: Pick<PayloadOf<'attendanceUpdated'>, 'attendance' | 'leaves' | 'at'>,
): A => {
  const newer = newerAnswers(known, { attendance });
  const mine = leaves === undefined ? newer.mine : movedUp(newer, leaves, at);
  return mine === newer.mine || mine === undefined ? newer : { ...newer, mine };
};

/** In My Schedule it is neither listed nor dotted nor stacked. */
export const isDeclined = ({ mine }: Answers): boolean => mine?.answer === 'cant';

/** The answers to an event that nobody answered: its creator is going. */
export const answersOf = (event: EventView & Answers, viewerId: string | undefined): Required<Answers> => {
  const { attendance, mine } = event;
  const isOwn = viewerId === event.createdBy;
  // Nobody has answered a date whose answer has no revision.
  const known = mine?.revision === '' ? undefined : mine;
  return {
    attendance: attendance ?? {
      going: 1,
      maybe: 0,
      cant: 0,
      waiting: 0,
      guests: 0,
      notConfirmed: 0,
      seats: null,
      guestsEach: 0,
      faces: [event.creator],
      revision: '',
    },
    mine: known ?? {
      answer: isOwn ? 'going' : null,
      guests: 0,
      place: null,
      ask: null,
      answeredFor: null,
      revision: '',
    },
  };
};
