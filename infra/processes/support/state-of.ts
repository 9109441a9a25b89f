import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { streamState } from '@quorum/service-kit/event-store/stream-state.ts';
import { SupportError } from './command.ts';

/** @returns the state as JSON. @throws SupportError for a stream without state */
export const stateOf = (stream: string, events: readonly StoredEvent[]): unknown => {
  const state = streamState(stream, events);
  if (state === undefined) throw new SupportError(`${stream} has events but no state. See them with: show ${stream}`);
  return state;
};
