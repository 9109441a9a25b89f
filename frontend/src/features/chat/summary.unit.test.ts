import { expect, it } from 'vitest';
import { message } from '../../testing/fakes.ts';
import { summaryOf } from './summary.ts';

it('a message in one line has no line breaks, and is cut between characters', () => {
  expect(summaryOf(message('a', '1', { content: ' On\n my\tway ' }))).toBe('On my way');
  const long = `${'a'.repeat(159)}🎬${'b'.repeat(20)}`;
  expect(summaryOf(message('b', '2', { content: long }))).toBe(`${'a'.repeat(159)}🎬…`);
});
