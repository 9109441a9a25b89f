import { describe, expect, it } from 'vitest';
import { asQuery } from '../chosen-filter.ts';

describe('the filter of the audit history', () => {
  it('the filter of the audit history requests whole days, including the last one', () => {
    const { from, to } = asQuery({ from: '2026-05-14', to: '2026-05-14' });
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
    expect(new Date(from ?? '').getHours()).toBe(0);
  });

  it('the filter of the audit history requests only what was chosen', () => {
    expect(asQuery({ user: { id: 'u', name: 'Ada' } })).toEqual({ userId: 'u' });
    expect(asQuery({})).toEqual({});
  });
});
