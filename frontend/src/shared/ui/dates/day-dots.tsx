import { type DayMarks, dotsOf } from '../../lib/day-marks.ts';

/** Up to three dots under a day. The day's label gives the count in words. */
export function DayDots({ marks, className }: { marks: DayMarks | undefined; className: string }) {
  return (
    <span className={className} aria-hidden="true">
      {dotsOf(marks).map((dot) => (
        <i key={dot.key} data-accent={dot.accent} />
      ))}
    </span>
  );
}
