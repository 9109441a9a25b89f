import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { describe, expect, it } from 'vitest';
import { whenOf } from '../when/when.ts';
import { draftFor, type EventDraft, emptyDraft, eventOfDraft, parsedAt, whenOfDraft } from './draft.ts';

const timeZone = 'America/New_York';
const clock = (time: string, date = '2026-05-14') => instantMs({ date, time, timeZone });
const named = { ...emptyDraft, name: 'Dinner' };

describe('the draft of an event', () => {
  it('the draft of an event suggests a slot that moves on with the clock until it is chosen (EVENT-15, EVENT-16)', () => {
    const suggested = (time: string) => whenOfDraft(emptyDraft, clock(time), timeZone);
    expect(suggested('10:42')).toEqual(whenOf({ date: '2026-05-14', time: '10:45' }));
    expect(suggested('10:43')).toEqual(whenOf({ date: '2026-05-14', time: '11:00' }));
    expect(suggested('23:58')).toEqual(whenOf({ date: '2026-05-15', time: '00:15' }));
  });

  it('the draft of an event starts at nine on a future day, and as soon as possible today', () => {
    expect(draftFor('2026-05-20', '2026-05-14').when).toEqual(whenOf({ date: '2026-05-20', time: '09:00' }));
    expect(['2026-05-14', '2026-05-13', undefined].map((date) => draftFor(date, '2026-05-14'))).toEqual(
      Array.from({ length: 3 }, () => emptyDraft),
    );
  });

  it('a day that stays in the name of a draft is taken only once, so that it changes no choice made since', () => {
    const parse = (draft: EventDraft) => parsedAt(0, draft, clock('10:42'), timeZone);
    const { shown } = parse({ ...emptyDraft, name: 'Tomorrow party 7pm' });
    expect([shown.name, shown.when]).toEqual(['Tomorrow party', whenOf({ date: '2026-05-15', time: '19:00' })]);
    expect(parse(shown)).toEqual({ parsed: undefined, shown });
    expect(parse({ ...shown, name: 'Tomorrow party 8pm' }).shown.when).toEqual(
      whenOf({ date: '2026-05-15', time: '20:00' }),
    );
  });

  it('the draft of an event keeps the chosen time when another day is typed into the name', () => {
    const when = whenOf({ date: '2026-05-20', time: '12:30' });
    const renamed = (draft: EventDraft) =>
      parsedAt(0, { ...draft, name: 'Lunch tomorrow' }, clock('10:42'), timeZone).shown.when;
    expect(renamed({ ...emptyDraft, when, isTimed: true })).toEqual({ ...when, date: '2026-05-15' });
    expect(renamed(draftFor('2026-05-20', '2026-05-14'))).toEqual(whenOf({ date: '2026-05-15', time: '09:00' }));
  });

  it('the draft of an event names missing fields (EVENT-12)', () => {
    const missing = { error: 'Event name, date, and time are required' };
    const when = { date: '2026-05-14', custom: { hour: '', minute: '', meridiem: 'PM' as const } };
    expect(eventOfDraft({ ...emptyDraft, name: ' ' }, clock('10:00'), timeZone)).toEqual(missing);
    expect(eventOfDraft({ ...named, when }, clock('10:00'), timeZone)).toEqual(missing);
  });

  it('the draft of an event uses the next time instead of one that the clocks skip (OPEN-052)', () => {
    const when = whenOf({ date: '2027-03-14', time: '02:20' });
    expect(eventOfDraft({ ...named, when }, clock('10:00'), timeZone)).toMatchObject({
      event: { date: '2027-03-14', time: '03:20' },
    });
  });

  it('the draft of an event refuses a time that passed during the steps (EVENT-19)', () => {
    const when = whenOf({ date: '2026-05-14', time: '10:45' });
    expect(eventOfDraft({ ...named, when }, clock('10:44'), timeZone)).toHaveProperty('event');
    expect(eventOfDraft({ ...named, when }, clock('10:45'), timeZone)).toEqual({ error: 'Time cannot be in the past' });
  });
});
