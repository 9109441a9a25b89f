import { expect, it } from 'vitest';
import { categoryOfType } from './event-catalogue.ts';
import { streamOf } from './testing/recorded-events.ts';
import { sampleEvents } from './testing/sample-events.ts';

it('the catalogue files every event under the category of its stream', () => {
  const misfiled = sampleEvents.filter((event) => streamOf(event).split('-', 1)[0] !== categoryOfType(event.type));
  expect(misfiled).toEqual([]);
});
