import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { listOf } from '@quorum/domain/attendance/attendance.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { attendanceOn } from '../attendance/answer.ts';
import type { DecideContext } from '../handling/context.ts';

type Audience = {
  readonly has: (userId: string) => boolean;
  readonly all: () => readonly string[];
};

const nobody: Audience = { has: () => false, all: () => [] };

/** Who may be reminded: nobody who cannot come or is on the waitlist, and nobody at all if the text of the event was erased. */
export const mayBeReminded = async (
  context: DecideContext,
  { id: entryId, groupId, creatorId, name }: Entry,
  occurrence: CalendarDate | null,
): Promise<Audience> => {
  const { aggregates } = context;
  if (name === null) return nobody;
  if (groupId === MY_SCHEDULE) {
    const { status } = await aggregates.load(userDecider, userStream(creatorId));
    return status === 'active' ? { has: (userId) => userId === creatorId, all: () => [creatorId] } : nobody;
  }
  const { members } = await aggregates.load(groupDecider, groupStream(groupId));
  const { parties } = await attendanceOn(context, { entryId, groupId, creatorId }, occurrence);
  const has = (userId: string): boolean => {
    const party = parties.get(userId);
    const list = party === undefined ? 'none' : listOf(party);
    return members.has(userId) && list !== 'cant' && list !== 'waiting';
  };
  return { has, all: () => [...members.keys()].filter(has) };
};
