import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MessageText } from './message-text.tsx';

const show = (text: string) => render(<MessageText message={{ content: text, isEdited: false }} />).container;
const isLarge = (text: string) => show(text).querySelector('.message__text--emoji') !== null;
const isFolded = (text: string) => show(text).querySelector('.is-folded') !== null;

describe('the text of a message', () => {
  it('the text of a message is large for one to three emoji and nothing else', () => {
    expect(['🎉', '👍🏽 ❤️', '👨‍👩‍👧🇮🇹1️⃣'].map(isLarge)).toEqual([true, true, true]);
    expect(['🎉🎉🎉🎉', '🎉 yes', '12', '', ' ', '🎉'.repeat(80)].map(isLarge)).toEqual(Array(6).fill(false));
  });

  it('the text of a message is folded from seventeen lines or 1,401 characters on', () => {
    expect([isFolded('a\n'.repeat(15)), isFolded('a\n'.repeat(16))]).toEqual([false, true]);
    expect([isFolded('a'.repeat(1400)), isFolded('a'.repeat(1401))]).toEqual([false, true]);
  });

  it('a message shows text between backticks as code, without links in it, and no other markup', () => {
    const shown = show('Run `curl https://example.org` and *look*: ```js\none\ntwo\n``` at https://example.net ` now');
    expect([...shown.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual([
      'curl https://example.org',
      'one\ntwo',
    ]);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['https://example.net']);
    expect(shown.textContent).toContain('and *look*:');
    expect(shown.textContent).toContain('` now');
  });
});
