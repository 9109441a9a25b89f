import { describe, expect, it } from 'vitest';
import { findMeetingLink, isMeetingLink, meetingLinkError, meetingLinkOf } from './meeting-links.ts';

const TEAMS =
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Zm9v%40thread.v2/0?context=%7b%22Tid%22%3a%221%22%7d';

describe('meeting links', () => {
  it('Teams links are accepted as meeting links with or without https (EVENT-26)', () => {
    expect(isMeetingLink('teams', TEAMS)).toBe(true);
    expect(isMeetingLink('teams', 'teams.live.com/l/meetup-join/abc')).toBe(true);
    expect(isMeetingLink('teams', ' Teams.Microsoft.com/l/meetup-join/abc ')).toBe(true);
    expect(isMeetingLink('teams', 'https://teams.microsoft.com/l/meetup-join/')).toBe(false);
    expect(isMeetingLink('teams', 'https://teams.microsoft.com/l/channel/abc')).toBe(false);
  });

  it('the short links of Teams are accepted as meeting links (EVENT-26)', () => {
    expect(isMeetingLink('teams', 'https://teams.microsoft.com/meet/2451890376112?p=aB3dEf')).toBe(true);
    expect(isMeetingLink('teams', 'teams.live.com/meet/9412345678901')).toBe(true);
    expect(isMeetingLink('teams', 'https://teams.microsoft.com/meet/')).toBe(false);
    expect(isMeetingLink('teams', 'https://teams.microsoft.com/meet/now?p=aB3dEf')).toBe(false);
    expect(findMeetingLink('Call: https://teams.microsoft.com/meet/2451890376112?p=aB3dEf.')?.label).toBe(
      'Join with Teams',
    );
  });

  it('Meet links of ten or more letters, digits or hyphens are accepted as meeting links (EVENT-27)', () => {
    expect(isMeetingLink('meet', 'https://meet.google.com/abc-defg-hij')).toBe(true);
    expect(isMeetingLink('meet', 'meet.google.com/abcdefghij')).toBe(true);
    expect(isMeetingLink('meet', 'meet.google.com/abcdefghi')).toBe(false);
    expect(isMeetingLink('meet', 'meet.google.com/abc_defg_hij')).toBe(false);
  });

  it('Zoom links of 9 to 11 digits on zoom.us and its subdomains are accepted as meeting links (EVENT-28)', () => {
    expect(isMeetingLink('zoom', 'https://zoom.us/j/84412093377')).toBe(true);
    expect(isMeetingLink('zoom', 'us02web.zoom.us/j/123456789?pwd=aB3.x-1')).toBe(true);
    expect(isMeetingLink('zoom', 'https://zoom.us/j/12345678')).toBe(false);
    expect(isMeetingLink('zoom', 'https://zoom.us/j/123456789012')).toBe(false);
    expect(isMeetingLink('zoom', 'https://evilzoom.us/j/123456789')).toBe(false);
  });

  it('an invalid meeting link is refused by the name of the provider, and an empty one accepted (EVENT-29, EVENT-30)', () => {
    expect(meetingLinkError('teams', 'room 3')).toBe('Please enter a valid Teams meeting link');
    expect(meetingLinkError('meet', 'zoom.us/j/84412093377')).toBe('Please enter a valid Meet meeting link');
    expect(meetingLinkError('zoom', 'zoom.us')).toBe('Please enter a valid Zoom meeting link');
    expect(meetingLinkError('zoom', '  ')).toBeUndefined();
    expect(meetingLinkError('zoom', 'zoom.us/j/84412093377')).toBeUndefined();
  });

  it('a meeting link is found in a message and names its button (CHAT-28)', () => {
    expect(findMeetingLink(`Join here: ${TEAMS}.`)).toEqual({
      provider: 'teams',
      href: TEAMS,
      label: 'Join with Teams',
    });
    expect(findMeetingLink('(see meet.google.com/abc-defg-hij)')).toEqual({
      provider: 'meet',
      href: 'https://meet.google.com/abc-defg-hij',
      label: 'Join with Meet',
    });
    expect(findMeetingLink('a\nhttp://zoom.us/j/84412093377!')?.href).toBe('https://zoom.us/j/84412093377');
    expect(findMeetingLink('zoom.us/j/84412093377')?.label).toBe('Join with Zoom');
    expect(meetingLinkOf('18 Canal St')).toBeUndefined();
  });

  it.each([
    'javascript:zoom.us/j/84412093377',
    'https://evil.example/zoom.us/j/84412093377',
    'https://evil.example/?u=https://zoom.us/j/84412093377',
    'https://zoom.us.evil.example/j/84412093377',
    'https://zoom.us@evil.example/j/84412093377',
    'https://evil.example#.zoom.us/j/84412093377',
    'https://evil.example\u2044.zoom.us/j/84412093377',
    'https://meet.google.com:8080/abc-defg-hij',
    'data:text/html,meet.google.com/abc-defg-hij',
    'https://https://zoom.us/j/84412093377',
  ])('no target is made of %s, which is no meeting link', (text) => {
    expect(findMeetingLink(text)).toBeUndefined();
    expect(meetingLinkOf(text)).toBeUndefined();
  });

  it('meeting links lead only to https addresses on the hosts of the providers', () => {
    for (const text of [
      TEAMS,
      'http://us04web.zoom.us/j/123456789?pwd=1#s',
      'HTTPS://MEET.GOOGLE.COM/abc-defg-hij?authuser=1',
    ]) {
      const url = new URL(findMeetingLink(text)?.href ?? '');
      expect(url.protocol).toBe('https:');
      expect(url.username + url.port).toBe('');
      expect(url.hostname).toMatch(/^(teams\.microsoft\.com|us04web\.zoom\.us|meet\.google\.com)$/);
    }
  });
});
