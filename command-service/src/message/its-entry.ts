import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { Message } from '@quorum/domain/message/decider.ts';
import type { Context } from '../handling/context.ts';

/** A message that announces an entry is deleted together with it. */
export const withItsEntry = async ({ aggregates }: Pick<Context, 'aggregates'>, message: Message): Promise<Message> => {
  if (message.kind !== 'entry' || message.status !== 'posted') return message;
  const entry = await aggregates.load(entryDecider, entryStream(message.id));
  return entry.status === 'scheduled' ? message : { ...message, status: 'deleted' };
};
