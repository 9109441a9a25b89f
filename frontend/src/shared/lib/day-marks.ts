import type { AccentName } from './accent.ts';

/** What a calendar shows on one day: how many events, and in which colors (none: the accent around it). */
export interface DayMarks {
  readonly count: number;
  readonly accents?: readonly AccentName[];
  /** What is counted, when it is not events: `file`. */
  readonly noun?: string;
}

export type MarksFor = (date: string) => DayMarks | undefined;

export interface Dot {
  readonly key: string;
  readonly accent: AccentName | undefined;
}

const MOST_DOTS = 3;

/** At most three dots, in the colors given. */
export function dotsOf(marks: DayMarks | undefined): Dot[] {
  if (!marks) return [];
  const dots = Math.min(MOST_DOTS, marks.count);
  return Array.from({ length: dots }, (_, index) => ({ key: `dot-${index}`, accent: marks.accents?.[index] }));
}

/** ', 3 events' (or files, images) for a day that has some, else ''. */
export function countPhrase(marks: DayMarks | undefined): string {
  if (!marks || marks.count === 0) return '';
  const noun = marks.noun ?? 'event';
  return `, ${marks.count} ${marks.count === 1 ? noun : `${noun}s`}`;
}
