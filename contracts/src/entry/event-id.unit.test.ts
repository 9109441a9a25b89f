import { expect, test } from 'vitest';
import { eventIdOf, parseEventId } from './event-id.ts';

const entryId = '0190f3c4-5c0e-7a31-8d2b-4f6a1b2c3d4e';

test.each([entryId, `${entryId}_2026-05-14`, `${entryId}_2028-02-29`])(
  'the event id %s is written as it was read',
  (id) => {
    const parsed = parseEventId(id);
    expect(parsed && eventIdOf(parsed)).toBe(id);
  },
);

test('an id without a date names the event itself', () => {
  expect(parseEventId(entryId)).toEqual({ entryId, occurrence: null });
});

test.each([
  '',
  'event',
  `${entryId}_`,
  `${entryId}_2026-02-30`,
  `${entryId}_2026-5-14`,
  `${entryId}_2026-05-14_2026-05-15`,
  `${entryId.toUpperCase()}_2026-05-14`,
])('%s is not the id of an event', (id) => {
  expect(parseEventId(id)).toBeUndefined();
});
