// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { renderDocuments } from './render.ts';

const open = (name: string): HTMLElement => {
  const page = document.createElement('div');
  page.innerHTML = renderDocuments().find((document) => document.name === name)?.content ?? '';
  return page;
};
const text = (page: HTMLElement): string => page.textContent ?? '';

describe('the public documents', () => {
  it('the public documents each have their own title and description', () => {
    const documents = renderDocuments();
    expect(documents.map(({ name }) => name)).toEqual(['terms', 'privacy', 'support', 'app-download']);
    for (const field of ['title', 'description'] as const)
      expect(new Set(documents.map((document) => document[field])).size).toBe(documents.length);
  });

  it('the public documents date terms and privacy January 1, 2025 (PUBLIC-01)', () => {
    for (const name of ['terms', 'privacy'])
      expect(open(name).querySelector('h1')?.nextElementSibling?.textContent).toBe('January 1, 2025');
  });

  it('the public documents say in the terms how old users must be (PUBLIC-02, LIMIT-27)', () => {
    const terms = text(open('terms'));
    expect(terms).toContain('You must be 13 or older to use Quorum.');
    expect(terms).toContain('If you are under 18, you need the consent of a parent or guardian.');
  });

  it('the public documents say in the privacy policy what outlives a deletion', () => {
    expect(text(open('privacy'))).toMatch(
      /Copies in backups, and in the logs .* last until those expire or are overwritten/,
    );
  });

  it('the public documents link every entry of a section list to a section', () => {
    for (const name of ['terms', 'privacy']) {
      const page = open(name);
      const links = [...page.querySelectorAll('nav[aria-label="On this page"] a')];
      expect(links.length).toBeGreaterThan(5);
      for (const link of links) expect(page.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
    }
  });

  it('the public documents answer exactly twenty questions, each with its own address (PUBLIC-03)', () => {
    const questions = [...open('support').querySelectorAll('details')];
    expect(questions).toHaveLength(20);
    expect(new Set(questions.map(({ id }) => id).filter((id) => /^[a-z-]+$/.test(id))).size).toBe(20);
  });

  it('the public documents state the facts that people ask for (PUBLIC-04, PUBLIC-05, PUBLIC-06, PUBLIC-07, LIMIT-27)', () => {
    const answers = text(open('support'));
    for (const fact of [
      'The limit is 100MB per file.',
      'all other files can be up to 25MB each',
      'The app is free',
      'Support replies within 24 hours.',
      'data export takes place within 30 days',
      'choose Download my data',
      'The group’s creator is an admin who can promote members',
      'choose Make Admin',
    ])
      expect(answers).toContain(fact);
  });

  it('the public documents say how to reach a person, and what to try first (PUBLIC-08)', () => {
    const support = open('support');
    const titles = [...support.querySelectorAll('h2')].map((title) => title.textContent);
    expect(titles).toEqual(['Frequently asked questions', 'Contact support', 'Troubleshooting tips']);
    expect(support.querySelector('aside a')?.getAttribute('href')).toBe('mailto:support@quorum.app');
  });
});
