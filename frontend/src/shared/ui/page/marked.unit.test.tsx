import { askedWords } from '@quorum/contracts/search/words.ts';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Marked } from './marked.tsx';

it.each([
  ['a long text', `${'Boats and oars. '.repeat(40)}Samples land Friday.`, 'samples'],
  ['a script without spaces', `${'会議室予約確認'.repeat(60)}東京${'会議室'.repeat(90)}`, '東京'],
  ['a long address', `See https://example.org/${'very-long-path/'.repeat(40)}samples and tell us`, 'samples'],
])('a result shows the text around its first match, also far back in %s (SEARCH-07)', (_, text, question) => {
  const { container } = render(<Marked text={text} asked={askedWords(question)} />);
  expect(container.querySelector('mark')?.textContent?.toLowerCase()).toBe(question);
  expect(container.textContent?.length).toBeLessThan(250);
  expect(container.textContent?.startsWith('… ')).toBe(true);
});

it('a result is cut between characters, also between those of two units (SEARCH-07)', () => {
  const [few, many] = ['🎉'.repeat(20), '🎉'.repeat(200)];
  for (const text of [`${many}samples${many}`, `${many}1${few}samples${many}`]) {
    const { container } = render(<Marked text={text} asked={askedWords('samples')} />);
    expect(container.textContent).toContain('samples');
    expect(container.textContent).not.toMatch(/\p{Surrogate}/u);
  }
});
