import { describe, expect, it } from 'vitest';
import {
  colorIndexOf,
  GROUP_PALETTE,
  groupColor,
  leastUsedColorIndex,
  PERSONAL_COLOR,
  placesOf,
} from './group-colors.ts';
import { groupInitials, personInitial } from './initials.ts';
import {
  accountPhoneError,
  formatPhone,
  lastTwoDigits,
  normalizePhone,
  numberEnding,
  phoneDigits,
  phoneError,
} from './phone.ts';

describe('phone numbers', () => {
  it('phone numbers have one stored form (API-23)', () => {
    expect(['+14155550178', '4155550178', '(415) 555-0178', '+1 415 555 0178'].map(normalizePhone)).toEqual(
      Array(4).fill('+14155550178'),
    );
    expect(
      ['14155550178', '415555017', '41555501789', '+44155550178', '+1415555017x', '', '٤١٥٥٥٥٠١٧٨'].map(normalizePhone),
    ).toEqual(Array(7).fill(undefined));
  });

  it('phone numbers are reduced to digits and shown in the US format (AUTH-09, AUTH-10)', () => {
    expect(['', '1', '123', '1234', '123456', '1234567', '1234567890'].map(formatPhone)).toEqual([
      '',
      '(1',
      '(123',
      '(123) 4',
      '(123) 456',
      '(123) 456-7',
      '(123) 456-7890',
    ]);
    expect(formatPhone('+14155550178')).toBe('(415) 555-0178');
    expect(formatPhone('a1b2c3')).toBe('(123');
    expect(phoneDigits('(415) 555-01789')).toBe('4155550178');
    expect(phoneDigits('1 415 555 0178')).toBe('4155550178');
    expect(formatPhone('12345678901234')).toHaveLength(14);
  });

  it('invalid phone numbers are refused with the specified texts (AUTH-11, ACCT-10, ACCT-11)', () => {
    expect(phoneError('123')).toBe('Please enter a valid 10-digit phone number');
    expect(phoneError('4155550178')).toBeUndefined();
    expect(accountPhoneError(' ')).toBe('Phone number is required');
    expect(accountPhoneError('123')).toBe('Please enter a valid 10-digit phone number');
  });

  it('a masked phone number shows only its last two digits (SAFE-07)', () => {
    expect(lastTwoDigits('+14155550178')).toBe('78');
    expect(numberEnding('78')).toBe('Number ending in 78');
  });
});

describe('initials', () => {
  it('initials are the first letters of the first two words (SHELL-03, GROUP-42)', () => {
    expect(
      ['Harbor Street Studio', 'Apartment 4B', 'film club', 'Solo', '  ', '👩‍💻 🇺🇸 x', 'éa b'].map(groupInitials),
    ).toEqual(['HS', 'A4', 'FC', 'S', '', '👩‍💻🇺🇸', 'ÉB']);
  });

  it('initials skip words without letters if there are others', () => {
    expect(['Climbing & Coffee', '- Dune -', '&', '+ & x'].map(groupInitials)).toEqual(['CC', 'D', '&', 'X']);
  });

  it('initials fall back from the first name to the phone number, then to U (SHELL-08)', () => {
    expect(personInitial(' maya', '78')).toBe('M');
    expect(personInitial(' ', '78')).toBe('78');
    expect(personInitial(undefined, null)).toBe('U');
  });
});

describe('group colors', () => {
  const places = placesOf(['c', 'a', 'b', 'f', 'e', 'd']);

  it('group colors have a fixed palette (GROUP-50, GROUP-51, GROUP-52, LIMIT-23)', () => {
    expect(GROUP_PALETTE.map(({ name, hex }) => `${name} ${hex}`)).toEqual([
      'Blue #248AEE',
      'Red #EE2430',
      'Green #24EE44',
      'Yellow #EEC224',
      'Purple #9524EE',
    ]);
    expect(PERSONAL_COLOR.hex).toBe('#FFFFFF');
    expect(groupColor(undefined, { preferences: {}, places }).hex).toBe('#4ECDC4');
  });

  it('a new group gets the first unused color of blue, green, purple, yellow, red, or else the least used (OPEN-063)', () => {
    expect(leastUsedColorIndex([])).toBe(0);
    expect(leastUsedColorIndex([0])).toBe(2);
    expect(leastUsedColorIndex([0, 2])).toBe(4);
    expect(leastUsedColorIndex([0, 2, 4, 3])).toBe(1);
    expect(leastUsedColorIndex([0, 1, 2, 3, 4, 0, 2, 4])).toBe(3);
    expect(leastUsedColorIndex([0, 1, 2, 3, 4])).toBe(0);
  });

  it('group colors are chosen by preference, then by sorted id, then by a hash (GROUP-53, GROUP-54)', () => {
    const preferences = { b: { color: 4 }, c: { color: 99 }, d: {} };
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => colorIndexOf(id, { preferences, places }))).toEqual([
      0, 4, 0, 3, 4, 0,
    ]);
    const unknown = colorIndexOf('elsewhere', { preferences, places });
    expect(colorIndexOf('elsewhere', { preferences: {}, places: new Map() })).toBe(unknown);
    expect(GROUP_PALETTE[unknown]).toBeDefined();
    expect(colorIndexOf('constructor', { preferences: {}, places: placesOf(['constructor']) })).toBe(0);
  });
});
