import type { NoticeView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { notice, person } from '../../testing/fakes.ts';
import { noticeText, severalText } from './notice-text.ts';

const ZONE = 'America/New_York';
/** Thursday, May 14, 7:00 PM in New York. */
const thursday = { startsAt: '2026-05-14T23:00:00.000Z', endsAt: '2026-05-15T00:00:00.000Z' };
const friday = { startsAt: '2026-05-15T23:00:00.000Z', endsAt: '2026-05-16T00:00:00.000Z' };
const longer = { ...thursday, endsAt: '2026-05-15T01:00:00.000Z' };
const nextYear = { startsAt: '2027-01-09T00:00:00.000Z', endsAt: '2027-01-09T01:00:00.000Z' };

const text = (more: Partial<NoticeView>, timeZone = ZONE) => noticeText(notice('n1', '01', more), timeZone);
const bookClub = { _id: 'e1', creatorId: 'user-b', name: 'Book club' };
const moved = (to: typeof thursday) => ({ kind: 'moved', event: { ...bookClub, from: thursday, to } }) as const;

describe('a notice', () => {
  it('a notice says from when to when an event was moved, in the viewer’s zone', () => {
    expect(text(moved(friday))).toBe('Ben Cole moved Book club from Thu 7:00 PM to Fri 7:00 PM');
    expect(text(moved(friday), 'Asia/Tokyo')).toBe('Ben Cole moved Book club from Fri 8:00 AM to Sat 8:00 AM');
  });

  it('a notice names the date of a distant day', () => {
    expect(text(moved(nextYear))).toBe('Ben Cole moved Book club from Thu 7:00 PM to Fri, Jan 8, 2027, 7:00 PM');
  });

  it('a notice says how long an event takes now if only that changed', () => {
    expect(text(moved(longer))).toBe('Ben Cole changed Book club, Thu 7:00 PM, from 1 hr to 2 hrs');
  });

  it('a notice says which event was cancelled', () => {
    expect(text({ kind: 'cancelled', event: { ...bookClub, from: friday } })).toBe(
      'Ben Cole cancelled Book club, Fri 7:00 PM',
    );
  });

  it('a notice says who joined and left, even if the account is gone', () => {
    expect(text({ kind: 'joined' })).toBe('Ben Cole joined');
    expect(text({ kind: 'left' })).toBe('Ben Cole left');
    expect(text({ kind: 'removed' })).toBe('Ben Cole was removed');
    const gone = { ...person('user-b', ''), lastName: '' };
    expect(text({ kind: 'left', person: gone })).toBe('A deleted account left');
  });
});

describe('the joint notice of people who came or went', () => {
  const deleted = { ...person('user-b', ''), lastName: '' };
  const said = (...names: readonly string[]) =>
    severalText(
      'left',
      names.map((name) => notice(name, '01', { kind: 'left', person: name === '' ? deleted : person(name, name) })),
    );

  it('the joint notice of people who left names two of many, and all of three', () => {
    expect(said('Ada', 'Ben', 'Cy')).toBe('Ada Cole, Ben Cole and Cy Cole left');
    expect(said('Ada', 'Ben', 'Cy', 'Di', 'Eve')).toBe('Ada Cole, Ben Cole and 3 others left');
  });

  it('the joint notice of people who left counts deleted accounts, which have no name', () => {
    expect(said('', '', '')).toBe('3 deleted accounts left');
    expect(said('', 'Ada', '', '')).toBe('Ada Cole and 3 deleted accounts left');
    expect(said('Ada', '', 'Ben')).toBe('Ada Cole, Ben Cole and a deleted account left');
    expect(said('Ada', '', 'Ben', 'Cy')).toBe('Ada Cole, Ben Cole and 2 others left');
  });
});
