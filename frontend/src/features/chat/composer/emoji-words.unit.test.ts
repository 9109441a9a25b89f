import { expect, it } from 'vitest';
import { emojiLike, withEmoji } from './emoji-words.ts';

it('the emoji named between colons before the caret is found', () => {
  expect(withEmoji('Yes :smile: all', 11)).toEqual({ text: 'Yes 😊 all', caret: 6 });
  expect(withEmoji(':thumbs_up:', 11)?.text).toBe('👍');
  expect(withEmoji(':+1:', 4)?.text).toBe('👍');
  expect(withEmoji('at 10:30:', 9)).toBeUndefined();
  expect(withEmoji(':nobody:', 8)).toBeUndefined();
});

it('emoji are offered for the beginning of a name, and for nothing else', () => {
  expect(emojiLike('Yes :tad', 8)).toEqual({ start: 4, matches: [{ emoji: '🎉', name: 'tada' }] });
  expect(emojiLike(':thumbs', 7)?.matches.map(({ emoji }) => emoji)).toEqual(['👍', '👎']);
  expect(emojiLike('at 10:30', 8)).toBeUndefined();
  expect(emojiLike('see:tad', 7)).toBeUndefined();
  expect(emojiLike(':t', 2)).toBeUndefined();
});
