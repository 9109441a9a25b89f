import { describe, expect, it } from 'vitest';
import { daysNamed, readQuestion } from './question.ts';

const today = '2026-05-14';

describe('a typed search', () => {
  it('a typed search is split into words and filters (SEARCH-02, SEARCH-03)', () => {
    expect(readQuestion('samples from:grace has:link mentions:me before:May 2026 fri', today)).toEqual({
      words: 'samples fri',
      filters: [
        { filter: 'from', name: 'grace' },
        { filter: 'has', kind: 'link' },
        { filter: 'mentions' },
        { filter: 'before', date: 'May 2026' },
      ],
    });
    expect(readQuestion('in:"Harbor Street Studio" on:today', today)).toEqual({
      words: '',
      filters: [
        { filter: 'in', name: 'Harbor Street Studio' },
        { filter: 'on', date: 'today' },
      ],
    });
    expect(readQuestion('after:yesterday notes', today).words).toBe('notes');
  });

  it('a typed search keeps what only looks like a filter among its words', () => {
    for (const text of ['has:cheese', 'on:someday', 'mentions:you', 'login:me', 'from:', 'http://in:80'])
      expect(readQuestion(text, today)).toEqual({ words: text, filters: [] });
  });

  it('a typed search names days, and the latest month that is not ahead (SEARCH-03)', () => {
    const day = (date: string) => daysNamed(date, today);
    expect(day('2026-02-28')).toEqual({ from: '2026-02-28', to: '2026-03-01' });
    expect(day('Today')).toEqual({ from: '2026-05-14', to: '2026-05-15' });
    expect(day('yesterday')).toEqual({ from: '2026-05-13', to: '2026-05-14' });
    expect(day('may')).toEqual({ from: '2026-05-01', to: '2026-06-01' });
    expect(day('June')).toEqual({ from: '2025-06-01', to: '2025-07-01' });
    expect(day('December 2024')).toEqual({ from: '2024-12-01', to: '2025-01-01' });
    for (const text of ['dec', 'Decem']) expect(day(text)).toEqual({ from: '2025-12-01', to: '2026-01-01' });
    for (const text of ['2026-02-30', 'Mai', 'ju', 'May 26', 'tomorrow', '', '0000-01-01', 'May 9999'])
      expect(day(text)).toBeUndefined();
  });
});
