import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { UNDO_WINDOW_MS } from '@quorum/contracts/notification/event-alert.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { remindersDecider } from '@quorum/domain/reminder/decider.ts';
import { type DueReminder, dueAfterMove, dueNow, keyOf, type Move } from '@quorum/domain/reminder/due.ts';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { AlarmDocument } from '@quorum/service-kit/reads/reminder.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { CommandMetadata } from '../handling/command-metadata.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, type ProcessManager, processManager, unlessBusy } from '../process-managers/process-manager.ts';
import { mayBeReminded } from './may-be-reminded.ts';

const NAME = 'send-reminders';

/** Milliseconds. */
const CHECK_INTERVAL_MS = 500;

/** Alarms rung at once. */
const PAGE_SIZE = 100;

const distinct = (due: readonly DueReminder[]): readonly DueReminder[] => [
  ...new Map(due.map((each) => [keyOf(each), each])).values(),
];

/** Sends the reminders that are due, and those that a move made due. Decides now who is reminded. */
const send = (
  context: Context,
  entryId: string,
  metadata: CommandMetadata,
  move?: Move,
): Promise<Accepted<unknown> | Refusal> => {
  const { aggregates, clock } = context;
  return aggregates.handle({
    decider: remindersDecider,
    stream: remindersStream(entryId),
    command: { type: 'SendReminders' },
    metadata,
    facts: async (reminders) => {
      const entry = await aggregates.load(entryDecider, entryStream(entryId));
      const now = clock.now();
      const moved = move === undefined ? [] : dueAfterMove(reminders, entry, move, now);
      const due = distinct([...dueNow(reminders, entry, now), ...moved]).map(async (each) => ({
        ...each,
        userIds: (await mayBeReminded(context, entry, each.occurrence)).all(),
      }));
      return { entry, now, due: await Promise.all(due) };
    },
  });
};

/** Each alarm rings once, no matter which process leads. */
const ring = (context: Context, { id, alarm }: AlarmDocument): Promise<Accepted<unknown> | Refusal> => {
  const commandId = `${NAME}:${alarm}`;
  const metadata = { actorId: `system:${NAME}`, commandId, commandDigest: undefined, correlationId: commandId };
  return send(context, id, metadata);
};

/** Rings a page of the alarms that are due. @returns whether there may be more */
const ringPage = async (context: Context): Promise<boolean> => {
  const { reads, clock, events, log } = context;
  const due = await reads.active.query('alarms', {
    where: {},
    range: { field: 'dueAt', to: new Date(clock.now() + 1).toISOString() },
    order: { field: 'dueAt', direction: 'asc' },
    limit: PAGE_SIZE,
  });
  if (due.length === 0) return false;
  await events.current();
  await Promise.all(
    due.map(async (alarm) => {
      try {
        unlessBusy(await ring(context, alarm));
      } catch (error) {
        log.warn({ entryId: alarm.id, failure: describeFailure(error) }, 'reminders were not sent for now');
      }
    }),
  );
  return due.length === PAGE_SIZE && (await context.waitForReads(await events.head()));
};

/** Rings the alarms that are due, until the signal is aborted. */
const ringAlarms = async (context: Context, signal: AbortSignal): Promise<void> => {
  const { log } = context;
  while (!signal.aborted) {
    const isMore = await ringPage(context).catch((error: unknown) => {
      log.info({ failure: describeFailure(error) }, 'reminders wait for the read models');
      return false;
    });
    if (!isMore) await pauseUnlessAborted(CHECK_INTERVAL_MS, signal);
  }
};

type OfEntry = StoredEvent & { readonly data: { readonly entryId: string } };

/** The entry before and after the command of an event. */
const moveOf = async ({ events }: Context, { data, metadata }: OfEntry): Promise<Move> => {
  const all = await events.read(entryStream(data.entryId));
  const isOfCommand = (event: StoredEvent): boolean => event.metadata.commandId === metadata.commandId;
  const entryAfter = (count: number) => all.slice(0, count).reduce(entryDecider.evolve, entryDecider.initial);
  return { before: entryAfter(all.findIndex(isOfCommand)), after: entryAfter(all.findLastIndex(isOfCommand) + 1) };
};

const afterMove = async (context: Context, event: OfEntry): Promise<void> => {
  const { aggregates } = context;
  const { entryId } = event.data;
  const { reminder, status } = await aggregates.load(entryDecider, entryStream(entryId));
  const { choices } = await aggregates.load(remindersDecider, remindersStream(entryId));
  if (status !== 'scheduled' || (reminder === 'none' && choices.isEmpty())) return;
  unlessBusy(await send(context, entryId, causedBy(NAME, event), await moveOf(context, event)));
};

/**
 * Rings alarms. Also sends reminders whose lead time had passed when an event moved or was restored, but only once that can no longer
 * be undone from its toast, so that an undo reminds nobody.
 */
export const sendReminders: ProcessManager = {
  ...processManager(NAME, {
    EntryRescheduled: afterMove,
    SeriesSet: afterMove,
    OccurrenceChanged: afterMove,
    OccurrenceRestored: afterMove,
    EntryRestored: afterMove,
  }),
  delay: () => UNDO_WINDOW_MS,
  beside: ringAlarms,
};
