import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { ERASURE, messageStream } from '@quorum/domain/message/events.ts';
import type { Cause, Context } from '../handling/context.ts';

/** Actor of the events that erasure appends. */
export const ERASE = 'erase';

/** Cancels a calendar entry as a system action. Does nothing if it is not scheduled. */
export const cancelEntry = ({ aggregates }: Pick<Context, 'aggregates'>, entryId: string, cause: Cause) =>
  aggregates.handle({
    decider: entryDecider,
    stream: entryStream(entryId),
    command: { type: 'CancelEntry' },
    cause,
    facts: () => undefined,
  });

/** Deletes a message whose group or sender was deleted. Does nothing if it is already gone. */
export const eraseMessage = ({ aggregates }: Pick<Context, 'aggregates'>, messageId: string, cause: Cause) =>
  aggregates.handle({
    decider: messageDecider,
    stream: messageStream(messageId),
    command: { type: 'DeleteMessage' },
    cause,
    facts: () => ({ actorId: ERASURE }),
  });
