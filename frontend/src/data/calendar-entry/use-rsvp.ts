import type { RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { ordinal } from '@quorum/contracts/text/ordinal.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
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

const everyText = (name: string, answer: Given['answer']): string => {
  if (answer === 'going') return `You’re going to every ${name}.`;
  if (answer === null) return `You took back your answer to every ${name}.`;
  return `You answered ${answer === 'maybe' ? 'Maybe' : 'Can’t'} for every ${name}.`;
};

const useSend = ({ _id, revision }: EventView) => {
  const [give] = attendanceApi.useGiveRsvpMutation();
  const [takeBack] = attendanceApi.useTakeRsvpBackMutation();
  return ({ answer, guests }: Given, scope: 'this' | 'all' = 'all', eventId = _id) =>
    answer === null ? takeBack({ eventId, scope }) : give({ eventId, rsvp: { answer, guests, revision, scope } });
};

/**
 * Says that an answer counts for a whole series from a date on, with a button that gives it to the one date and leaves the others as
 * they were. Those that had an answer of their own lost it to the series.
 */
const useOnlyThisOne = (event: EventView) => {
  const toast = useToast();
  const send = useSend(event);
  const { _id, name, seriesId, occurrence = '' } = event;
  const { lasting = [], dates = {} } = useSeriesOf(event)?.answers?.mine ?? {};
  const toSeries = lasting.findLast((each) => each.from <= occurrence);
  return (given: Given, from: CalendarDate): void => {
    const others = Object.entries(dates).filter(([date]) => date >= from && date !== occurrence);
    const steps = [
      () => send(toSeries ?? { answer: null, guests: 0 }),
      ...[[_id, given] as const, ...others.map(([date, own]) => [`${seriesId}_${date}`, own] as const)].map(
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

/** The answers to an event, and how to give one's own. */
export const useRsvp = (event: EventView) => {
  const viewerId = useAppSelector(selectUserId);
  const toast = useToast();
  const send = useSend(event);
  const { attendance, mine } = answersOf(event, viewerId);
  const { seats, going, guests } = attendance;
  const wasFull = seats !== null && going + guests >= seats;
  const offerOnlyThisOne = useOnlyThisOne(event);
  const isOfAll = event.repeats !== undefined && seats === null;
  const { act, busy, error } = useAction((given: Given) => send(given), {
    failed: FAILED,
    next: ({ event: { mine: now }, series }) => {
      if (isOfAll && now) offerOnlyThisOne({ answer: now.answer, guests: now.guests }, lastFrom(series));
      if (now?.place != null && mine.place === null && !wasFull)
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
    onAnswer: (answer: Given['answer'], brought: number) => act({ answer, guests: brought }),
  };
};
