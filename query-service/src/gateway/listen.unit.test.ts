import { expect, it } from 'vitest';
import { TypingNotices } from './listen.ts';

it('a repeated typing notice is passed on after a second, even if the clock was set back', () => {
  const notices = new TypingNotices();
  const hour = 3_600_000;
  expect(notices.isNews('ada', 'club', true, hour)).toBe(true);
  expect(notices.isNews('ada', 'club', true, hour + 999)).toBe(false);
  expect(notices.isNews('ada', 'club', true, hour + 1000)).toBe(true);
  expect(notices.isNews('ada', 'club', true, 500)).toBe(true);
  expect(notices.isNews('ada', 'club', true, 600)).toBe(false);
});
