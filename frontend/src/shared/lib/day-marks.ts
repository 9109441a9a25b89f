import { counted } from '@quorum/contracts/text/counted.ts';
import type { AccentName } from './accent.ts';

/** The marks of one day in a calendar: how many events, and in which colors (none: the surrounding accent). */
export interface DayMarks {
  readonly count: number;
  readonly accents?: readonly AccentName[];
  /** The word for one of the counted things, if not events: `file`. */
  readonly noun?: string;
}

export type MarksFor = (date: string) => DayMarks | undefined;

export interface Dot {
  readonly key: string;
  readonly accent: AccentName | undefined;
}

const MAX_DOTS = 3;

/** At most three dots, in the given colors. */
export function dotsOf(marks: DayMarks | undefined): Dot[] {
  if (!marks) return [];
  const dots = Math.min(MAX_DOTS, marks.count);
  return Array.from({ length: dots }, (_, index) => ({ key: `dot-${index}`, accent: marks.accents?.[index] }));
}

/** ', 3 events' (or files, images) for a day that has some, else ''. */
export function countPhrase(marks: DayMarks | undefined): string {
  if (!marks || marks.count === 0) return '';
  return `, ${counted(marks.count, marks.noun ?? 'event')}`;
}
