import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { useEffect, useRef } from 'react';
import type { TimedEvent } from '../../data/calendar-entry/timed-event.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import type { Edits } from './card/use-edits.ts';
import type { Schedule } from './use-schedule.ts';

type Timed = readonly TimedEvent[];

/** The date without an edit that is nearest to one that its series lost, or to an event that began to repeat. */
const nearestDate = ({ id, event, startsAt }: TimedEvent, events: Timed, edited: readonly string[]) => {
  const seriesId = event.seriesId ?? id;
  const distance = (date: TimedEvent) => Math.abs(date.startsAt - startsAt);
  return events
    .filter((date) => date.event.seriesId === seriesId && !edited.includes(date.id))
    .sort((a, b) => distance(a) - distance(b))[0];
};

const movedText = ({ name, date }: EventView, to: EventView): string =>
  `${shortDayBeside(date, to.date)} is no longer a date of ${name}. What you typed is now on ${shortDayBeside(to.date, date)}.`;

/**
 * Drops the edit of an event that someone else deleted, and informs the user who was typing. What was typed for a date that its series
 * does not have any more goes to the date nearest to it.
 */
export const useDroppedEdits = (edits: Edits, { upcoming, complete }: Schedule): void => {
  const toast = useToast();
  const { ids, end, move } = edits;
  const seen = useRef(new Map<string, TimedEvent>());
  useEffect(() => {
    if (ids.length === 0) return;
    const known = new Map(upcoming.map((timed) => [timed.id, timed]));
    const edited = [...ids];
    const leave = (before: TimedEvent) => {
      const next = nearestDate(before, upcoming, edited);
      if (next === undefined) {
        end(before.id);
        toast('This event was deleted', 'error');
        return;
      }
      edited.push(next.id);
      const text = next.startsAt === before.startsAt ? undefined : movedText(before.event, next.event);
      move(before.id, next.id, text);
      if (text !== undefined) toast(text, 'notice');
    };
    for (const id of ids) {
      const [now, before] = [known.get(id), seen.current.get(id)];
      // An event outside the year's list is listed for the chosen day only, or comes with a later page.
      if (now !== undefined) seen.current.set(id, now);
      else if (complete && before !== undefined) {
        seen.current.delete(id);
        leave(before);
      }
    }
  }, [ids, end, move, upcoming, complete, toast]);
};
