import type { ConflictsView } from '@quorum/contracts/entry/wire.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';

type Times = {
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly timeZone: string;
};

const without = ({ conflicts, total }: ConflictsView, id: string | undefined): ConflictsView => {
  const others = conflicts.filter(({ _id }) => _id !== id);
  const itself = conflicts.length - others.length;
  return {
    hasConflicts: others.length > 0,
    conflicts: others,
    ...(total === undefined ? {} : { total: total - itself }),
  };
};

/**
 * Asks for the events at the same time, apart from the event that is moved. Undefined without any, and when the check
 * fails, because that must not prevent anything.
 */
export const useConflictCheck = () => {
  const [check] = eventApi.useLazyCheckConflictsQuery();
  return async ({ date, time, duration, timeZone }: Times, movedId?: string): Promise<ConflictsView | undefined> => {
    const { data, error } = await check({ date, time, duration, timeZone });
    if (error !== undefined) console.warn('Conflicts could not be checked.', error);
    const found = data && without(data, movedId);
    return found?.hasConflicts ? found : undefined;
  };
};
