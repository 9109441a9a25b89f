import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { ERASURE, messageStream } from '@quorum/domain/message/events.ts';
import type { Cause, Context } from '../application/context.ts';
import { handle } from '../application/handle.ts';

/** Cancels a calendar entry on nobody's behalf. What is not scheduled is left alone. */
export const cancelEntry = ({ aggregates }: Pick<Context, 'aggregates'>, entryId: string, cause: Cause) =>
  handle(aggregates, {
    decider: entryDecider,
    stream: entryStream(entryId),
    command: { type: 'CancelEntry' },
    cause,
    facts: () => undefined,
  });

/** Deletes a message that goes with its group or its sender. What is not posted is left alone. */
export const eraseMessage = ({ aggregates }: Pick<Context, 'aggregates'>, messageId: string, cause: Cause) =>
  handle(aggregates, {
    decider: messageDecider,
    stream: messageStream(messageId),
    command: { type: 'DeleteMessage' },
    cause,
    facts: () => ({ actorId: ERASURE }),
  });
