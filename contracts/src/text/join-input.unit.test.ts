import { describe, expect, it } from 'vitest';
import { isInviteCode, isInvitePath, parseInviteSegment, parseJoinInput } from './join-input.ts';

const code = (value: string) => ({ kind: 'code', value });
const link = (value: string) => ({ kind: 'link', value });
const refused = { kind: 'error', error: 'Please enter an invitation code or link' };

describe('join input', () => {
  it('join input must not be empty (JOIN-02)', () => {
    expect(
      ['', '   ', '\u200B', '/', 'https://quorum.example/', 'https://quorum.example?x=1'].map(parseJoinInput),
    ).toEqual(Array(6).fill(refused));
  });

  it('join input is a code if it has six or seven digits, with or without spaces or hyphens (JOIN-03)', () => {
    expect(['482913', ' 482913\n', '482 913', '482-913', '\u2060482913'].map(parseJoinInput)).toEqual(
      Array(5).fill(code('482913')),
    );
    expect(['4829135', '482 9135', '482-9135'].map(parseJoinInput)).toEqual(Array(3).fill(code('4829135')));
  });

  it('join input is reduced to the last path segment of a link (JOIN-04)', () => {
    for (const text of [
      'https://quorum.example/AB12CD34',
      'quorum.example/AB12CD34/',
      'http://localhost:8080/AB12CD34?utm=1/2#top',
      '//quorum.example/AB12CD34',
      '/AB12CD34',
      'https://quorum.example/a/b/AB12CD34//',
      'https://quorum.example/ab12cd34',
    ]) {
      expect(parseJoinInput(text)).toEqual(link('AB12CD34'));
    }
    expect(parseJoinInput('https://quorum.example/482913')).toEqual(code('482913'));
    expect(parseJoinInput('https://quorum.example/%ZZ')).toEqual(link('%ZZ'));
  });

  it('join input loses the punctuation of the sentence around a link or code (JOIN-04)', () => {
    for (const text of [
      'https://quorum.example/AB12CD34.',
      '(https://quorum.example/AB12CD34)',
      '(https://quorum.example/AB12CD34).',
      '"https://quorum.example/AB12CD34",',
      '“AB12CD34”!',
      '<https://quorum.example/AB12CD34>',
      'https://quorum.example/AB12CD34。',
      'https://quorum.example/AB12CD34.?utm=1',
      'https://quorum.example/AB12CD34%22',
    ]) {
      expect(parseJoinInput(text)).toEqual(link('AB12CD34'));
    }
    expect(parseJoinInput('482 913.')).toEqual(code('482913'));
    expect(['AB12CD34.', 'AB12CD34)'].map(parseInviteSegment)).toEqual([link('AB12CD34'), link('AB12CD34')]);
    expect(['/AB12CD34.', '/AB12CD34)', '/AB12CD34%22'].every(isInvitePath)).toBe(true);
    expect(['/signup.', '/AB12CD34.js', '/.'].some(isInvitePath)).toBe(false);
  });

  it('join input of any other form is treated as the code of a link (JOIN-05, JOIN-06)', () => {
    expect(parseJoinInput('AB12CD34')).toEqual(link('AB12CD34'));
    expect(parseJoinInput('12345')).toEqual(link('12345'));
    expect(parseJoinInput('12345678')).toEqual(link('12345678'));
    expect(parseJoinInput('hello')).toEqual(link('hello'));
  });

  it('a path segment can be join input, but never the name of a route (JOIN-18, ROUTE-13)', () => {
    expect(parseInviteSegment('482913')).toEqual(code('482913'));
    expect(parseInviteSegment('AB12CD34')).toEqual(link('AB12CD34'));
    expect(['signup', 'DASHBOARD', 'account', 'app-download', 'api', 'socket.io', ''].map(parseInviteSegment)).toEqual(
      Array(7).fill(undefined),
    );
  });

  it('an invite code is recognized by its form (API-59)', () => {
    expect(['AB12CD34', 'ABCDEFGH', 'A1234567'].every(isInviteCode)).toBe(true);
    expect(['12345678', 'ab12cd34', 'AB12CD3', 'AB12CD345', 'AB12-D34'].some(isInviteCode)).toBe(false);
  });

  it('the form of a path marks routes as behind sign-in, but not invites (PUBLIC-14, PUBLIC-15, LIMIT-20)', () => {
    expect(['/AB12CD34', '/482913', '/AB12CD34/'].every(isInvitePath)).toBe(true);
    expect(['/signup', '/dashboard', '/account', '/AB12', '/', '/a/AB12CD34', '/AB12-CD34'].some(isInvitePath)).toBe(
      false,
    );
  });
});
