import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { AnswerMark } from '../../../shared/ui/attendance/answer-mark.tsx';
import { ownLabel } from '../../../shared/ui/attendance/attendance-words.ts';

/** In My Schedule, an answer other than going stands among the details. */
export default function OwnAnswer({ event: { mine } }: { event: EventView }) {
  if (mine === undefined || mine.answer === null || (mine.answer === 'going' && mine.place === null)) return null;
  return (
    <span>
      <AnswerMark mine={mine} />
      {mine.answer === 'cant' ? 'You can’t' : ownLabel(mine)}
    </span>
  );
}
