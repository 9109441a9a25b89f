import { describe, expect, it } from 'vitest';
import { readDate, readTime } from './read-date-time.ts';

const date = (text: string, isPast = false) => readDate(text, '2026-05-14', isPast)?.value;

describe('a typed date', () => {
  it.each([
    ['12/4', '2026-12-04'],
    ['1204', '2026-12-04'],
    ['1/4', '2027-01-04'],
    ['12/4/27', '2027-12-04'],
    ['12-4-2027', '2027-12-04'],
    ['12042027', '2027-12-04'],
    ['2027-12-04', '2027-12-04'],
    ['Dec 4', '2026-12-04'],
    ['Fri, Dec 4, 2026', '2026-12-04'],
    ['4 december 2026', '2026-12-04'],
  ])('a typed date is read from %s', (text, expected) => {
    expect(date(text)).toBe(expected);
  });

  it('a typed date without a year is the coming one, or the last one where only the past is asked for', () => {
    expect([date('5/14'), date('5/13')]).toEqual(['2026-05-14', '2027-05-13']);
    expect([date('5/14', true), date('5/15', true)]).toEqual(['2026-05-14', '2025-05-15']);
  });

  it.each(['', '12', '13/4', '2/30', '2/30/2027', 'Foo 4', 'soon'])('a typed date is not read from "%s"', (text) => {
    expect(date(text)).toBeUndefined();
  });

  it('a typed date is whole once its year has four digits', () => {
    const isWhole = (text: string) => readDate(text, '2026-05-14')?.isWhole;
    expect(['11/29', '11/29/20', '11/29/2026', '2026-11-2', '2026-11-29'].map(isWhole)).toEqual([
      ...[false, false, true, false, true],
    ]);
  });
});

describe('a typed time', () => {
  it.each([
    ['1204', '12:04'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ['2:30p', '14:30'],
    ['2:30 PM', '14:30'],
    ['12 am', '00:00'],
    ['12p.m.', '12:00'],
    ['9', '09:00'],
    ['7', '19:00'],
    ['0:15', '00:15'],
    ['noon', '12:00'],
  ])('a typed time is read from %s', (text, expected) => {
    expect(readTime(text)?.value).toBe(expected);
  });

  it('a typed time without AM or PM is the first one after another time', () => {
    expect([readTime('11', '21:00')?.value, readTime('9:30', '13:00')?.value]).toEqual(['23:00', '21:30']);
  });

  it.each(['', '25', '9:75', '13pm', 'later'])('a typed time is not read from "%s"', (text) => {
    expect(readTime(text)).toBeUndefined();
  });

  it('a typed time is whole with AM or PM, or four digits', () => {
    expect(['2', '2:30', '2:30p', '1430', '143'].map((text) => readTime(text)?.isWhole)).toEqual([
      ...[false, false, true, true, false],
    ]);
  });
});
