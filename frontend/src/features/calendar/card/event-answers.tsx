import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { useRsvp } from '../../../data/calendar-entry/use-rsvp.ts';
import { AnswerMark } from '../../../shared/ui/attendance/answer-mark.tsx';
import { ownLabel } from '../../../shared/ui/attendance/attendance-words.ts';
import { RsvpLine, type RsvpLineProps } from '../../../shared/ui/attendance/rsvp-line.tsx';

/** Who comes, and the viewer's own answer. */
export function EventAnswers(props: Pick<RsvpLineProps, 'event' | 'timeZone' | 'now'>) {
  return <RsvpLine {...props} {...useRsvp(props.event)} />;
}

/** In My Schedule, an answer other than going stands among the details. */
export function OwnAnswer({ event: { mine } }: { event: EventView }) {
  if (mine === undefined || mine.answer === null || (mine.answer === 'going' && mine.place === null)) return null;
  return (
    <span>
      <AnswerMark mine={mine} />
      {mine.answer === 'cant' ? 'You can’t' : ownLabel(mine)}
    </span>
  );
}
