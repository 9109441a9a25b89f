import { describe, expect, it } from 'vitest';
import { canonicalTimeZone } from './known-time-zones.ts';

describe('the name of a time zone', () => {
  it('is the same for all names and spellings of one zone', () => {
    expect(['America/New_York', 'america/new_york', 'US/Eastern', 'EST5EDT'].map(canonicalTimeZone)).toEqual(
      Array.from({ length: 4 }, () => 'America/New_York'),
    );
    expect(canonicalTimeZone('Asia/Kolkata')).toBe(canonicalTimeZone('Asia/Calcutta'));
    expect(['UTC', 'Etc/UTC', 'GMT', 'Zulu'].map(canonicalTimeZone)).toEqual(['UTC', 'UTC', 'UTC', 'UTC']);
    expect(canonicalTimeZone('Etc/GMT+5')).toBe('Etc/GMT+5');
  });

  it('takes every zone that the platform lists, as it is', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(canonicalTimeZone(zone)).toBe(zone);
  });

  it('is none for what only some platforms take, and for nonsense', () => {
    const strange = ['SystemV/EST5', 'ACT', 'JST', 'PST', 'Etc/Unknown', 'America/Nowhere', '+05:00', 'Etc/GMT+99', ''];
    expect(strange.map(canonicalTimeZone)).toEqual(strange.map(() => undefined));
    expect(canonicalTimeZone(`America/${'x'.repeat(10_000)}`)).toBeUndefined();
  });
});
