import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { overlaps } from '@quorum/contracts/time/event-timing.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { durationLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { useMemo, useState } from 'react';
import { errorText } from '../../../../data/api/api-error.ts';
import { isDeclined } from '../../../../data/calendar-entry/attendance.ts';
import { eventApi } from '../../../../data/calendar-entry/event-api.ts';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { useToast } from '../../../../shared/ui/overlays/toast.tsx';
import { useUndo } from '../../history/use-undo.ts';
import { onlyScope, type Scope } from '../../repeats/scope-words.ts';
import { type Span, timesOfSpan } from './drag.ts';

const FAILED = 'Failed to update event';

export type Viewer = { readonly today: string; readonly timeZone: string };

const lengthOf = ({ startsAt, endsAt }: Span): number => endsAt - startsAt;

/** `Moved to Fri, May 15, 7:00 PM`, `Lasts 1 hr now` */
const changeText = (before: TimedEvent, after: Span, { today, timeZone }: Viewer): string =>
  after.startsAt === before.startsAt
    ? `Lasts ${durationLabel(lengthOf(after) / MINUTE_MS)} now`
    : `Moved to ${shortDayBeside(localDate(after.startsAt, timeZone), today)}, ${timeLabel(after.startsAt, timeZone)}`;

/** `Overlaps Invoice hour`, of those that the viewer may come to: the shortest, since days are full of long ones. */
export const overlapText = (span: Span, id: string, events: readonly TimedEvent[]): string | undefined => {
  const others = events.filter((event) => event.id !== id && !isDeclined(event.event) && overlaps(event, span));
  const [shortest] = others.sort((a, b) => lengthOf(a) - lengthOf(b));
  return shortest && `Overlaps ${shortest.name}`;
};

type Moved = { readonly event: TimedEvent; readonly span: Span; readonly scope?: Scope | undefined };

/**
 * Changes the times of events by dragging. A change shows at once and is sent once; after a failure the event is back
 * at its place. A date of a series asks first which dates are meant.
 */
export const useMoves = (events: readonly TimedEvent[], viewer: Viewer) => {
  const [change] = eventApi.useChangeEventMutation();
  const toast = useToast();
  const undo = useUndo();
  const [sent, setSent] = useState<ReadonlyMap<string, TimedEvent>>(new Map());
  const [asked, setAsked] = useState<Moved>();

  const timesOf = (span: Span, event: EventView) => timesOfSpan(span, event.timeZone, viewer.timeZone);

  const send = async (moved: Moved) => {
    const { event, span, scope } = moved;
    setSent((all) => new Map(all).set(event.id, { ...event, ...span }));
    const { data, error } = await change({ eventId: event.id, change: { ...timesOf(span, event.event), scope } });
    setSent((all) => new Map([...all].filter(([id]) => id !== event.id)));
    if (error !== undefined) return toast(errorText(error, FAILED), 'error');
    const text = [changeText(event, span, viewer), overlapText(span, event.id, events)].filter(Boolean).join('. ');
    // Somebody may have changed it under the drag.
    const before = events.find(({ id }) => id === event.id)?.event ?? event.event;
    undo.changed(text, before, data.event.revision, scope);
  };
  const move = (event: TimedEvent, span: Span) => {
    if (span.startsAt === event.startsAt && span.endsAt === event.endsAt) return;
    if (event.event.repeats === undefined) void send({ event, span, scope: onlyScope(event.event) });
    else setAsked({ event, span });
  };
  return {
    move,
    /** The events whose change is on its way. */
    sent,
    /** The events as the changes leave them. */
    events: useMemo(
      () => (sent.size === 0 ? events : [...events.filter(({ id }) => !sent.has(id)), ...sent.values()]),
      [events, sent],
    ),
    /** The date of a series that was dropped. */
    asked,
    answer: (scope: Scope | undefined) => {
      setAsked(undefined);
      if (asked && scope !== undefined) void send({ ...asked, scope });
    },
  };
};
