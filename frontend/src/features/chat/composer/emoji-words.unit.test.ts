import { expect, it } from 'vitest';
import { withEmoji } from './emoji-words.ts';

it('the emoji named between colons before the caret is found', () => {
  expect(withEmoji('Yes :smile: all', 11)).toEqual({ text: 'Yes 😊 all', caret: 6 });
  expect(withEmoji(':thumbs_up:', 11)?.text).toBe('👍');
  expect(withEmoji(':+1:', 4)?.text).toBe('👍');
  expect(withEmoji('at 10:30:', 9)).toBeUndefined();
  expect(withEmoji(':nobody:', 8)).toBeUndefined();
});
