import { describe, expect, it } from 'vitest';
import { isKnownTimeZone } from './known-time-zones.ts';

describe('a time zone name', () => {
  it('a time zone name is recognized in every spelling and alias', () => {
    const names = ['America/New_York', 'america/new_york', 'US/Eastern', 'EST5EDT', 'Asia/Kolkata', 'Asia/Calcutta'];
    expect([...names, 'UTC', 'Etc/UTC', 'GMT', 'Zulu', 'Etc/GMT+5'].filter((name) => !isKnownTimeZone(name))).toEqual(
      [],
    );
  });

  it('a time zone name is recognized for every zone that the platform lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isKnownTimeZone(name))).toEqual([]);
  });

  it('a time zone name is rejected if only some platforms know it, or if it is nonsense', () => {
    const strange = ['SystemV/EST5', 'ACT', 'JST', 'PST', 'Etc/Unknown', 'America/Nowhere', '+05:00', 'Etc/GMT+99', ''];
    expect(strange.filter(isKnownTimeZone)).toEqual([]);
    expect(isKnownTimeZone(`America/${'x'.repeat(10_000)}`)).toBe(false);
    // In lower case, the sign of kelvins is the letter.
    expect([isKnownTimeZone('Asia/Kolkata'), isKnownTimeZone('Asia/\u212aolkata')]).toEqual([true, false]);
  });
});
