import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { proposedReminder } from '@quorum/contracts/reminder/lead-times.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import { optionOf } from '@quorum/domain/poll/poll.ts';
import { preferencesDecider } from '@quorum/domain/preferences/decider.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { DecideContext } from '../handling/context.ts';
import { causedBy, unlessBusy } from '../process-managers/process-manager.ts';

/**
 * Schedules the event of a decided poll, once: its id follows from the poll, and its command from the decision. The person who decided is
 * its actor. It is the event of the poll's creator, whose key its texts are under, with the creator's default reminder.
 */
export const scheduleDecided = async (
  { aggregates }: DecideContext,
  decision: EventOf<'PollClosed'>,
): Promise<Accepted<Entry> | Refusal> => {
  const { pollId, groupId, creatorId, optionId, entryId } = decision.data;
  const poll = await aggregates.load(pollDecider, pollStream(pollId));
  const option = optionOf(poll, optionId ?? '');
  const { name, description, location, duration, timeZone } = poll;
  // Its creator was erased since.
  if (entryId === null || option === undefined || name === null) return refuse('poll/not-found');
  const { reminderDefault } = await aggregates.load(preferencesDecider, preferencesStream(creatorId));
  return unlessBusy(
    await aggregates.handle({
      decider: entryDecider,
      stream: entryStream(entryId),
      command: {
        type: 'ScheduleEntry',
        entry: { entryId, groupId, creatorId },
        details: { name, description: description ?? '', location: location ?? '' },
        times: { date: option.date, time: option.time, timeZone, duration },
        reminder: proposedReminder(duration, reminderDefault),
      },
      metadata: { ...causedBy('settle-polls', decision, 'entry'), actorId: decision.metadata.actor },
      facts: () => undefined,
      expectNew: true,
    }),
  );
};
