import { RsvpLine, type RsvpLineProps } from '../../shared/ui/attendance/rsvp-line.tsx';
import { useRsvp } from './use-rsvp.ts';

/** Who comes to an event, and the viewer's own answer. */
export default function EventAnswers(props: Pick<RsvpLineProps, 'event' | 'timeZone' | 'now'>) {
  return <RsvpLine {...props} {...useRsvp(props.event)} />;
}
