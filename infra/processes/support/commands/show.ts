import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { decodeEvents } from '@quorum/service-kit/event-store/event-codec.ts';
import { isUnreadable, type UnreadableEvent } from '@quorum/service-kit/ports/event-store.ts';
import type { Command } from '../command.ts';
import { maskerOf } from '../masking.ts';
import { noSuchStream } from '../read-stream.ts';

const lineOf = (event: StoredEvent | UnreadableEvent): string => {
  const place = `${String(event.revision).padStart(5)}  ${event.recordedAt}  ${event.type}`;
  if (isUnreadable(event)) return `${place}  UNREADABLE: ${event.unreadable}`;
  return `${place}  by ${event.metadata.actor}  ${JSON.stringify(event.data)}`;
};

export const show: Command = {
  words: '<stream>',
  least: 1,
  most: 1,
  flags: ['reveal'],
  help: 'Shows the decoded events of a stream. An unreadable event is shown with the reason.',
  run: async (context, call) => {
    const stream = call.words[0] as string;
    const { eventLog, keys } = context.engines;
    const recorded = await eventLog.read(stream);
    if (recorded.length === 0) throw noSuchStream(stream);
    const mask = await maskerOf(context, call, stream);
    const decoded = await decodeEvents(recorded, (subjects) => keys.find(subjects));
    const events = decoded.map((event) => (isUnreadable(event) ? event : mask(event)));
    return { lines: events.map(lineOf), data: events };
  },
};
