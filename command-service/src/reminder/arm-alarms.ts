import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { remindersDecider } from '@quorum/domain/reminder/decider.ts';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, unlessBusy } from '../process-managers/process-manager.ts';

const NAME = 'arm-alarms';

type OfEntry = StoredEvent & { readonly data: { readonly entryId: string } };

/** Stores when the next reminder of an entry is due. */
const arm = async ({ aggregates, clock }: Context, event: OfEntry): Promise<void> => {
  const { entryId } = event.data;
  const handled = await aggregates.handle({
    decider: remindersDecider,
    stream: remindersStream(entryId),
    command: { type: 'ArmAlarm', since: Date.parse(event.recordedAt) },
    metadata: causedBy(NAME, event),
    facts: async () => {
      const entry = await aggregates.load(entryDecider, entryStream(entryId));
      return entry.status === 'none' ? refuse('event/not-found') : { entry, now: clock.now() };
    },
  });
  unlessBusy(handled);
};

export const armAlarms = processManager(NAME, {
  EntryReminderSet: arm,
  EntryRescheduled: arm,
  SeriesSet: arm,
  SeriesEnded: arm,
  OccurrenceChanged: arm,
  OccurrenceCancelled: arm,
  OccurrenceRestored: arm,
  EntryCancelled: arm,
  EntryRestored: arm,
  ReminderChosen: arm,
});
