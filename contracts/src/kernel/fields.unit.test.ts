import { expect, it } from 'vitest';
import { instant } from './fields.ts';

it('an instant gets one form however it is written, because instants are compared as text', () => {
  const field = instant('Please choose a time');
  for (const text of ['2026-05-14T10:00:00Z', '2026-05-14T10:00:00.0000Z'])
    expect(field.parse(text)).toBe('2026-05-14T10:00:00.000Z');
  expect(field.safeParse(`2026-05-14T10:00:00.${'0'.repeat(60_000)}Z`).error?.issues[0]?.message).toBe(
    'Please choose a time',
  );
  expect(field.safeParse('2026-02-30T10:00:00Z').success).toBe(false);
});
