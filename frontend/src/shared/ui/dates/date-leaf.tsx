import './date-leaf.css';
import { monthLeaf } from '@quorum/contracts/time/day-labels.ts';

/** A day, drawn as a calendar leaf. */
export function DateLeaf({ date }: { date: string }) {
  return (
    <span className="event-message__date">
      <small>{monthLeaf(date)}</small>
      <b>{Number(date.slice(8))}</b>
    </span>
  );
}
