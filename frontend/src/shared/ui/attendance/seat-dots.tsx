import type { AttendanceView } from '@quorum/contracts/entry/attendance.ts';
import { takenSeats } from './attendance-words.ts';

const MAX_DOTS = 12;

/** Radius of the full ring in a box of 38. Few seats stand closer together. */
const RING = 13.2;
const FULL_RING = 6;

const dotAt = (index: number, seats: number) => {
  // Two stand side by side.
  const angle = (index / seats) * 2 * Math.PI - (seats === 2 ? Math.PI : Math.PI / 2);
  const ring = seats === 1 ? 0 : RING * Math.min(1, seats / FULL_RING);
  return { cx: 19 + ring * Math.cos(angle), cy: 19 + ring * Math.sin(angle) };
};

/** Taken and free seats: a ring of dots, or a bar where there are many. */
export function SeatDots({ attendance }: { attendance: AttendanceView }) {
  const { seats } = attendance;
  if (seats === null) return null;
  const taken = takenSeats(attendance);
  const label = `${taken} of ${seats} seats taken`;
  if (seats > MAX_DOTS)
    return (
      <span className="seat-bar" role="img" aria-label={label}>
        <i style={{ width: `${Math.min(100, (taken / seats) * 100)}%` }} />
      </span>
    );
  const radius = seats > 8 ? 2.5 : 3.1;
  return (
    <svg className="seat-dots" viewBox="0 0 38 38" width={30} height={30} role="img" aria-label={label}>
      {Array.from({ length: seats }, (_, index) => index).map((index) => (
        <circle
          key={index}
          {...dotAt(index, seats)}
          r={index < taken ? radius : radius - 0.55}
          className={index < taken ? 'is-taken' : undefined}
        />
      ))}
    </svg>
  );
}
