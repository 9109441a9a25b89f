import { describe, expect, it } from 'vitest';
import { itemTimes, itemWords, wordsText } from './item-words.ts';
import type { ActivityItemView } from './wire.ts';

const zone = 'America/New_York';
const maya = { _id: 'maya', id: 'maya', firstName: 'Maya', lastName: 'Okafor', profilePictureUrl: null };
const thursday = { startsAt: '2026-05-14T23:00:00.000Z', endsAt: '2026-05-15T00:00:00.000Z' };
const friday = { startsAt: '2026-05-15T23:00:00.000Z', endsAt: '2026-05-16T00:00:00.000Z' };
const longer = { ...thursday, endsAt: '2026-05-15T01:00:00.000Z' };

const item = (kind: string, more: Partial<ActivityItemView> = {}) =>
  ({ kind, at: '2026-05-13T12:00:00.000Z', person: maya, ...more }) as ActivityItemView;
const event = { _id: 'e', creatorId: 'maya', name: 'Book club', from: thursday };

const said = (kind: string, more: Partial<ActivityItemView> = {}) => {
  const words = itemWords(item(kind, { event, ...more }), 'Film Club', zone);
  return words && wordsText(words);
};

describe('what an item of Activity says', () => {
  it.each([
    ['mention', 'Maya Okafor mentioned you'],
    ['everyone', 'Maya Okafor mentioned everyone'],
    ['reply', 'Maya Okafor replied to you'],
    ['added', 'Maya Okafor added Book club'],
    ['moved', 'Maya Okafor moved Book club'],
    ['place', 'Maya Okafor changed the place of Book club'],
    ['cancelled', 'Maya Okafor cancelled Book club'],
    ['restored', 'Maya Okafor restored Book club'],
    ['admin', 'You are now an admin of Film Club'],
    ['member', 'You are no longer an admin of Film Club'],
    ['owner', 'You are now the owner of Film Club'],
    ['removed', 'You were removed from Film Club'],
    ['seat', 'A seat opened up. You’re going to Book club.'],
  ])('an item of the kind %s has its sentence (NOTE-07)', (kind, sentence) => {
    expect(said(kind)).toBe(sentence);
  });

  it('a renamed event has both names, and a deleted account none (NOTE-07, NOTE-08)', () => {
    expect(said('renamed', { oldName: 'Reading' })).toBe('Maya Okafor renamed Reading to Book club');
    expect(said('cancelled', { person: { ...maya, firstName: '', lastName: '' } })).toBe(
      'Unknown User cancelled Book club',
    );
  });

  it('a kind that this version does not know says nothing (NOTE-07)', () => {
    expect(said('waved')).toBeUndefined();
    expect(said('toString')).toBeUndefined();
  });

  it('every second part is a name', () => {
    expect(itemWords(item('moved', { event }), '', zone)).toEqual(['', 'Maya Okafor', ' moved ', 'Book club', '']);
  });

  it('the times of an event are those before and after, in the zone of the reader', () => {
    const times = (kind: string, to?: typeof friday) =>
      itemTimes(item(kind, { event: { ...event, ...(to && { to }) } }), zone);
    expect(times('moved', friday)).toEqual({ from: 'Thu, May 14, 7:00 PM', to: 'Fri, May 15, 7:00 PM' });
    expect(times('moved', longer)).toEqual({ from: 'Thu, May 14, 7:00 – 8:00 PM', to: '7:00 – 9:00 PM' });
    expect(times('cancelled')).toEqual({ from: 'Thu, May 14, 7:00 PM' });
    expect(times('added')).toEqual({ to: 'Thu, May 14, 7:00 PM' });
    expect(itemTimes(item('mention'), zone)).toEqual({});
  });
});
