import type { ConflictsView } from '@quorum/contracts/entry/wire.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';

type Times = {
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly timeZone: string;
  readonly repeats?: Repeats | null | undefined;
};

/**
 * Asks for the events at the same time, apart from the event that is moved. Undefined without any, and when the check
 * fails, because that must not prevent anything.
 */
export const useConflictCheck = () => {
  const [check] = eventApi.useLazyCheckConflictsQuery();
  return async (
    { date, time, duration, timeZone, repeats }: Times,
    except?: string,
  ): Promise<ConflictsView | undefined> => {
    const rule = repeats ? { repeats } : {};
    const { data, error } = await check({ date, time, duration, timeZone, ...rule, ...(except && { except }) });
    if (error !== undefined) console.warn('Conflicts could not be checked.', error);
    return data?.hasConflicts ? data : undefined;
  };
};
