import { expect, it } from 'vitest';
import { fieldInWords, valueInWords } from './state-words.ts';

it('a field of a state is named in words, and names of people stay as they are', () => {
  expect(
    [
      'senderId',
      'postedAt',
      'timeZone',
      'sixDigitCode',
      'facts › reportedUserId',
      'settings › allowMembersInvite',
      'members › Ada van der McBride › joinedAt',
    ].map(fieldInWords),
  ).toEqual([
    'sender',
    'posted',
    'time zone',
    'join code',
    'reported user',
    'settings › members may invite others',
    'members › Ada van der McBride › joined',
  ]);
});

it('a value of a state is a day, a time, a moment or a word', () => {
  expect(['2026-11-27', '04:06', true, false, null, '', 'posted', 'my-q', 180].map(valueInWords)).toEqual([
    'November 27, 2026',
    '4:06 AM',
    'yes',
    'no',
    'nothing',
    'nothing',
    'posted',
    'My Schedule',
    '180',
  ]);
  const moment = '2026-11-27T12:06:00.000Z';
  expect(valueInWords(moment)).toMatch(/^Nov 2[78], 2026, \d{1,2}:06:00\s[AP]M$/);
  expect(valueInWords(Date.parse(moment))).toBe(valueInWords(moment));
});

it('a name that begins like a moment stays as it is', () => {
  expect(valueInWords('2026-05-12T10:00 Party')).toBe('2026-05-12T10:00 Party');
});
