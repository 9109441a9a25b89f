import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { sampleEvents } from '@quorum/domain/testing/sample-events.ts';
import { expect, it } from 'vitest';
import { streamState } from './stream-state.ts';

it('every kind of stream has a state, except those that only record', () => {
  const stateless = new Set<string>();
  for (const event of recorded(sampleEvents))
    if (streamState(event.stream, [event]) === undefined) stateless.add(event.stream.split('-', 1)[0] as string);
  expect([...stateless].sort()).toEqual(['keys', 'support']);
});
