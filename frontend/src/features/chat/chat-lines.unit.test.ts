import { expect, it } from 'vitest';
import { message, notice } from '../../testing/fakes.ts';
import { chatLines } from './chat-lines.ts';

it('notices appear among the messages where they happened, and their lines stay the same', () => {
  const messages = [message('m2', '02'), message('m4', '04')];
  const notices = [notice('n1', '01'), notice('n3', '03'), notice('n5', '05')];
  const lines = chatLines(messages, notices, [], null);
  expect(lines.map((line) => line.message._id)).toEqual(['n1', 'm2', 'n3', 'm4', 'n5']);
  expect(lines.map((line) => line.notice?._id)).toEqual(['n1', undefined, 'n3', undefined, 'n5']);
  for (const [at, line] of chatLines(messages, notices, [], null).entries()) expect(line).toBe(lines[at]);
});
