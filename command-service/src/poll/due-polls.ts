import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import type { Context } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { dueWork } from '../process-managers/due-work.ts';

const NAME = 'due-polls';

/** Polls ended per run. */
const PAGE_SIZE = 100;

const endDue = async (context: Context): Promise<void> => {
  const { aggregates, clock, events, reads } = context;
  const due = await reads.active.query('polls', {
    where: { state: ['open', 'closed'] },
    range: { field: 'dueAt', to: new Date(clock.now()).toISOString() },
    order: { field: 'dueAt', direction: 'asc' },
    limit: PAGE_SIZE,
  });
  if (due.length > 0) await events.current();
  for (const { id, dueAt } of due) {
    const commandId = `${NAME}:${id}:${dueAt}`;
    const ended = aggregates.handle({
      decider: pollDecider,
      stream: pollStream(id),
      command: { type: 'EndPoll' },
      metadata: { actorId: `system:${NAME}`, commandId, commandDigest: undefined, correlationId: commandId },
      facts: () => ({ now: clock.now() }),
    });
    await unlessUnreadable(ended, undefined);
  }
};

/** Ends polls at their deadlines, and once all their times have passed. */
export const startDuePolls = dueWork(NAME, endDue);
