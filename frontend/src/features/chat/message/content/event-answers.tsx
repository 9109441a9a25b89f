import { useRsvp } from '../../../../data/calendar-entry/use-rsvp.ts';
import { RsvpLine, type RsvpLineProps } from '../../../../shared/ui/attendance/rsvp-line.tsx';

/** Who comes to an announced event, and the viewer's own answer. */
export function EventAnswers(props: Pick<RsvpLineProps, 'event' | 'timeZone' | 'now'>) {
  return <RsvpLine {...props} {...useRsvp(props.event)} />;
}
