import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { OnEvent, Role } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import type { Context } from './context.ts';

/** A single event, a series or one of its dates, and the caller's role in its group. */
export type EventInPath = {
  readonly entry: EntryDocument | undefined;
  readonly series: SeriesDocument | undefined;
  readonly occurrence: CalendarDate | null;
  readonly role: Role | undefined;
};

/** The event that an id in a path names, or the refusal of its permission. */
export const eventInPath = async (
  { reads: { active } }: Pick<Context, 'reads'>,
  id: string | undefined,
  actorId: string,
  permission: (facts: OnEvent) => Refusal | undefined,
): Promise<EventInPath | Refusal> => {
  const { entryId, occurrence } = parseEventId(id ?? '') ?? { entryId: '', occurrence: null };
  const [entry, series] = await Promise.all([active.get('entries', entryId), active.get('series', entryId)]);
  const owned = entry ?? series;
  if (owned === undefined) return refuse('event/not-found');
  const { groupId, creatorId } = owned;
  const role = (await active.get('memberships', membershipId(groupId, actorId)))?.role;
  return (
    permission({ actorId, creatorId, personal: groupId === MY_SCHEDULE, role }) ?? { entry, series, occurrence, role }
  );
};
