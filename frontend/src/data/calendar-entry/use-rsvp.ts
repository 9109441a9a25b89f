import type { RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import type { OwnAnswer } from '@quorum/contracts/entry/dates-answers.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { useRef } from 'react';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { useAction } from '../actions/use-action.ts';
import { errorText } from '../api/api-error.ts';
import { selectUserId } from '../session/session-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { avatarOf } from '../user/person-label.ts';
import { answersOf } from './attendance.ts';
import { attendanceApi } from './attendance-api.ts';
import { useSeriesOf } from './use-series.ts';

/** `answer: null` takes the answer back. */
type Given = { readonly answer: RsvpAnswer | null; readonly guests: number };

/** An answer from before stays one to the time and place of then. */
type Kept = Given & Partial<Pick<OwnAnswer, 'answeredFor'>>;

const everyText = (name: string, answer: Given['answer']): string => {
  if (answer === 'going') return `You’re going to every ${name}.`;
  if (answer === null) return `You took back your answer to every ${name}.`;
  return `You answered ${answer === 'maybe' ? 'Maybe' : 'Can’t'} for every ${name}.`;
};

const useSend = ({ _id, revision }: EventView) => {
  const [give] = attendanceApi.useGiveRsvpMutation();
  const [takeBack] = attendanceApi.useTakeRsvpBackMutation();
  return ({ answer, guests, answeredFor }: Kept, scope: 'this' | 'all' = 'all', eventId = _id) => {
    const seen = answeredFor?.placeRevision ?? revision;
    return answer === null
      ? takeBack({ eventId, scope })
      : give({ eventId, rsvp: { answer, guests, revision: seen, scope } });
  };
};

/**
 * Says that an answer counts for a whole series from a date on, with a button that gives it to the one date and leaves the others as
 * they were. Those that had an answer of their own lost it to the series.
 */
const useOnlyThisOne = (event: EventView) => {
  const toast = useToast();
  const send = useSend(event);
  const { _id, name, seriesId, occurrence = '' } = event;
  const series = useSeriesOf(event);
  const { lasting = [], dates = {} } = series?.answers?.mine ?? {};
  const toSeries = lasting.findLast((each) => each.from <= occurrence);
  return (given: Given, from: CalendarDate): void => {
    const isOther = (date: CalendarDate) =>
      date >= from && date !== occurrence && series !== undefined && occurrenceOn(series, date) !== undefined;
    const others = Object.entries(dates).filter(([date]) => isOther(date));
    const ofDates: readonly (readonly [string, Kept])[] = [
      [_id, given],
      ...others.map(([date, own]) => [`${seriesId}_${date}`, own] as const),
    ];
    const steps = [
      () => send(toSeries ?? { answer: null, guests: 0 }),
      ...ofDates.map(
        ([eventId, own]) =>
          () =>
            send(own, 'this', eventId),
      ),
    ];
    const onlyThisOne = async () => {
      for (const step of steps) {
        const { error } = await step();
        if (error !== undefined) return toast(errorText(error, FAILED), 'error');
      }
    };
    toast(everyText(name, given.answer), 'success', { label: 'Only this one', run: () => void onlyThisOne() });
  };
};

/** The date from which the last answer to a series counts. */
const lastFrom = (series: SeriesView | undefined): CalendarDate => series?.answers?.mine?.lasting.at(-1)?.from ?? '';

const FAILED = 'Your answer could not be saved. Please try again.';

/** Sends one answer at a time. Of those given meanwhile the last one follows. */
const useLastGiven = (send: ReturnType<typeof useSend>) => {
  const next = useRef<Given>(undefined);
  const sendLast = async (given: Given): Promise<Awaited<ReturnType<typeof send>>> => {
    next.current = undefined;
    const answer = await send(given);
    const meanwhile = next.current;
    return meanwhile === undefined || answer.error !== undefined ? answer : sendLast(meanwhile);
  };
  return { next, sendLast };
};

/** The answers to an event, and how to give one's own. */
export const useRsvp = (event: EventView) => {
  const viewerId = useAppSelector(selectUserId);
  const toast = useToast();
  const send = useSend(event);
  const { attendance, mine } = answersOf(event, viewerId);
  const { seats, going, guests } = attendance;
  const free = seats === null ? Number.POSITIVE_INFINITY : seats - going - guests;
  const offerOnlyThisOne = useOnlyThisOne(event);
  const isOfAll = event.repeats !== undefined && seats === null;
  const { next: following, sendLast } = useLastGiven(send);
  const { act, busy, error } = useAction(sendLast, {
    failed: FAILED,
    next: ({ event: { mine: now }, series }) => {
      if (isOfAll && now) offerOnlyThisOne({ answer: now.answer, guests: now.guests }, lastFrom(series));
      if (now?.place != null && mine.place === null && now.guests < free)
        toast(`The last seat just went. You’re ${ordinal(now.place)} in line.`, 'notice');
    },
  });
  return {
    attendance,
    mine,
    faces: attendance.faces.map((person) => ({ id: person._id, ...avatarOf(person) })),
    busy,
    error,
    isCreator: event.createdBy === viewerId,
    onAnswer: async (answer: Given['answer'], brought: number): Promise<void> => {
      const given = { answer, guests: brought };
      if (busy) following.current = given;
      else await act(given);
    },
  };
};
