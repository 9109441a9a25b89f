import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';
import { useSettledText } from '../../../shared/hooks/use-settled-text.ts';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';

/** When each date takes place. `except`: the event that repeats, if there is one already. */
export type TimesOfDates = {
  readonly time: string;
  readonly duration: number;
  readonly timeZone: string;
  readonly except?: string;
};

export interface RuleOverlapsProps {
  rule: Repeats;
  /** The first date. */
  date: CalendarDate;
  times: TimesOfDates;
}

/** On how many of its first dates a rule overlaps something. Nothing while that is not known. */
export function RuleOverlaps({ rule, date, times }: RuleOverlapsProps) {
  const asked = { ...times, date, repeats: rule };
  const text = JSON.stringify(asked);
  const settled = useSettledText(text);
  const { currentData } = eventApi.useCheckConflictsQuery(asked, { skip: settled !== text });
  const { total = 0, checked = 0 } = currentData?.occurrences ?? {};
  return (
    <div role="status">
      {total > 0 && <Notice tone="warn">{`Overlaps on ${total} of its first ${checked} dates.`}</Notice>}
    </div>
  );
}
