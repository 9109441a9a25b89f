import { Suspense } from 'react';
import { preloadable } from '../../lib/preloadable.ts';
import type { RsvpLineProps } from './rsvp-line.tsx';
import './rsvp.css';

/** Loaded after the schedule is drawn, which keeps the place for it. */
const RsvpLine = preloadable(async () => ({ default: (await import('./rsvp-line.tsx')).RsvpLine }));

/** Who comes to an event, and the viewer's own answer. Nothing for what ended before anybody but its creator answered. */
export function Answers(props: RsvpLineProps) {
  const { event, attendance, now } = props;
  const { going, maybe, cant, waiting } = attendance;
  // The dates of a series have no answers of their own.
  if (event.seriesId !== undefined) return null;
  if (now >= Date.parse(event.endsAt) && going + maybe + cant + waiting <= 1) return null;
  return (
    <Suspense fallback={<div className="rsvp" aria-hidden="true" />}>
      <RsvpLine {...props} />
    </Suspense>
  );
}
