import { describe, expect, it } from 'vitest';
import { type ParsedKind, parseEventText } from './parse-event-text.ts';

/** Thursday, May 14, 2026. */
const now = { date: '2026-05-14', time: '10:42', timeZone: 'America/New_York' };
const parsed = (typed: string) => {
  const event = parseEventText(typed, now);
  return event && [event.name, event.date, event.time, event.duration, event.place];
};

describe('an event parsed from text', () => {
  it.each([
    ["Lunch Thu 12-1pm at Joe's", 'Lunch', '2026-05-14', '12:00', 60, "Joe's"],
    ['Lunch Fri 12-1pm', 'Lunch', '2026-05-15', '12:00', 60, ''],
    ['Brunch 11-1pm Sunday @ Cafe Luna, Main St', 'Brunch', '2026-05-17', '11:00', 120, 'Cafe Luna, Main St'],
    ['Coffee at Blue Bottle tomorrow 9am', 'Coffee', '2026-05-15', '09:00', undefined, 'Blue Bottle'],
    ['Dinner at 7 on May 20', 'Dinner', '2026-05-20', '19:00', undefined, ''],
    ['Standup 9:15am for 15 min', 'Standup', '2026-05-15', '09:15', 15, ''],
    ['Film night tonight at 8 for 2.5 hours', 'Film night', '2026-05-14', '20:00', 150, ''],
    ['Review 14:00–15:30 Mon', 'Review', '2026-05-18', '14:00', 90, ''],
    ['Party 10pm-1am Sat at the boathouse', 'Party', '2026-05-16', '22:00', 180, 'the boathouse'],
    ['Training from 6 to 8 next Fri', 'Training', '2026-05-22', '18:00', 120, ''],
    ['Picnic at noon Jan 3', 'Picnic', '2027-01-03', '12:00', undefined, ''],
    ['Call Thu 9am', 'Call', '2026-05-21', '09:00', undefined, ''],
    ['Hackathon Fri 6pm - Sat 6pm', 'Hackathon', '2026-05-15', '18:00', 1440, ''],
    ['Retreat Dec 5 9am to Dec 7 noon at the lake', 'Retreat', '2026-12-05', '09:00', 2 * 1440 + 180, 'the lake'],
    ['Dentist Dec 5', 'Dentist', '2026-12-05', undefined, undefined, ''],
    ['Dentist 12/3 9am', 'Dentist', '2026-12-03', '09:00', undefined, ''],
    ['Fireworks 31 Dec', 'Fireworks', '2026-12-31', undefined, undefined, ''],
    ['Retreat Dec 5-8', 'Retreat', '2026-12-05', '00:00', 4 * 1440, ''],
    ['Trip Dec 30 - Jan 2', 'Trip', '2026-12-30', '00:00', 4 * 1440, ''],
    ['Trip Dec 5 to Dec 8', 'Trip', '2026-12-05', '00:00', 4 * 1440, ''],
    ['Trip 5 to 8 Dec', 'Trip', '2026-12-05', '00:00', 4 * 1440, ''],
    ['Fair Dec 5-8 9am', 'Fair', '2026-12-05', '09:00', 3 * 1440, ''],
    ['Lunch noon', 'Lunch', '2026-05-14', '12:00', undefined, ''],
    ['Film tonight 8', 'Film', '2026-05-14', '20:00', undefined, ''],
    ['Call in 2 hours', 'Call', '2026-05-14', '12:42', undefined, ''],
    ['Call in 20 min', 'Call', '2026-05-14', '11:02', undefined, ''],
    ['Offsite Fri all day', 'Offsite', '2026-05-15', '00:00', 1440, ''],
    ['Offsite tomorrow', 'Offsite', '2026-05-15', undefined, undefined, ''],
    ['Review next Tue', 'Review', '2026-05-19', undefined, undefined, ''],
    ['Standup every Monday 9am', 'Standup', '2026-05-18', '09:00', undefined, ''],
    ['Hike 7am Mt Tam', 'Hike Mt Tam', '2026-05-15', '07:00', undefined, ''],
    ['Dinner Friday 7p at Joe’s', 'Dinner', '2026-05-15', '19:00', undefined, 'Joe’s'],
    ['Run 7A tomorrow', 'Run', '2026-05-15', '07:00', undefined, ''],
    ['Dinner 7:30p', 'Dinner', '2026-05-14', '19:30', undefined, ''],
    ['Workshop Fri 9a-1p', 'Workshop', '2026-05-15', '09:00', 240, ''],
    ['Hackathon Fri 6p - Sat 6p', 'Hackathon', '2026-05-15', '18:00', 1440, ''],
    ['Standup in room 7a Fri 9am', 'Standup in room 7a', '2026-05-15', '09:00', undefined, ''],
    ['Camping Fri-Sun', 'Camping', '2026-05-15', '00:00', 3 * 1440, ''],
    ['Camping from Friday to Sunday at the lake', 'Camping', '2026-05-15', '00:00', 3 * 1440, 'the lake'],
    ['Trip next Sat - Tue', 'Trip', '2026-05-23', '00:00', 4 * 1440, ''],
    ['Visit Sat to Sat', 'Visit', '2026-05-16', '00:00', 8 * 1440, ''],
    ['Fair Fri-Sun 9am', 'Fair', '2026-05-15', '09:00', 2 * 1440, ''],
    ['Dinner at Nobu Friday 8pm with Sam', 'Dinner with Sam', '2026-05-15', '20:00', undefined, 'Nobu'],
    ['Dinner at Nobu, Friday, 8pm, Sam', 'Dinner, Sam', '2026-05-15', '20:00', undefined, 'Nobu'],
    ['Party 8pm Friday til 11pm', 'Party', '2026-05-15', '20:00', 180, ''],
    ['Party Fri 8pm-midnight', 'Party', '2026-05-15', '20:00', 240, ''],
    ['Party 8-midnight', 'Party', '2026-05-14', '20:00', 240, ''],
    ['Workshop 11 to noon', 'Workshop', '2026-05-14', '11:00', 60, ''],
    ['Lunch Fri noon-1:30', 'Lunch', '2026-05-15', '12:00', 90, ''],
    ['Fair noon to midnight', 'Fair', '2026-05-14', '12:00', 720, ''],
    ['The midnight movie 7pm', 'The midnight movie', '2026-05-14', '19:00', undefined, ''],
    ['Top 10 films of all time Fri 8pm', 'Top 10 films of all time', '2026-05-15', '20:00', undefined, ''],
    ['Dinner 7pm Pacific Heights', 'Dinner Pacific Heights', '2026-05-14', '19:00', undefined, ''],
    ['Dinner Fri, June 5 6pm', 'Dinner', '2026-06-05', '18:00', undefined, ''],
    ['Dinner 5 June 7 pm', 'Dinner', '2026-06-05', '19:00', undefined, ''],
    ['Dinner the 20th at 7', 'Dinner', '2026-05-20', '19:00', undefined, ''],
    ['Dinner on the 3rd with Sam 7pm', 'Dinner with Sam', '2026-06-03', '19:00', undefined, ''],
    ['Tour of the 5th floor 3pm', 'Tour of the 5th floor', '2026-05-14', '15:00', undefined, ''],
    ['Call in 2 weeks 3pm', 'Call', '2026-05-28', '15:00', undefined, ''],
    ['Black Friday sale Nov 27 6am', 'Black Friday sale', '2026-11-27', '06:00', undefined, ''],
    ['Recap of yesterday tomorrow 3pm', 'Recap of yesterday', '2026-05-15', '15:00', undefined, ''],
    ['24/7 support Fri 3pm', '24/7 support', '2026-05-15', '15:00', undefined, ''],
    ['Dinner tomorrow at 8', 'Dinner', '2026-05-15', '20:00', undefined, ''],
    ['Night shift Fri from 10 to 6', 'Night shift', '2026-05-15', '22:00', 480, ''],
    ['Morning run tomorrow at 7', 'Morning run', '2026-05-15', '07:00', undefined, ''],
    ['Books Sat 10am story time', 'Books story time', '2026-05-16', '10:00', undefined, ''],
    ['SAT prep Jun 7 9am', 'SAT prep', '2026-06-07', '09:00', undefined, ''],
    ['Henry the 8th Sat 7pm', 'Henry the 8th', '2026-05-16', '19:00', undefined, ''],
    ['Workshop from Fri 9 to 5', 'Workshop', '2026-05-15', '09:00', 480, ''],
    ['Afternoon tea Sat at 11', 'Afternoon tea', '2026-05-16', '11:00', undefined, ''],
    ['Good morning sync tomorrow at 3', 'Good morning sync', '2026-05-15', '15:00', undefined, ''],
    ['Fly to Atlanta Fri 7pm', 'Fly to Atlanta', '2026-05-15', '19:00', undefined, ''],
    ['Morning market tomorrow at 12', 'Morning market', '2026-05-15', '12:00', undefined, ''],
    ['Mondays 9am standup', 'Mondays standup', '2026-05-18', '09:00', undefined, ''],
    ['Standup on Mondays 9am', 'Standup on Mondays', '2026-05-18', '09:00', undefined, ''],
    ['Team lunch Weds 12pm', 'Team lunch', '2026-05-20', '12:00', undefined, ''],
    ['Kickoff 15/12 10am', 'Kickoff', '2026-12-15', '10:00', undefined, ''],
    ['Board games 2mrw 8pm', 'Board games', '2026-05-15', '20:00', undefined, ''],
    ['Board games tmrw 8pm', 'Board games', '2026-05-15', '20:00', undefined, ''],
    ['Dinner @7 on Friday', 'Dinner', '2026-05-15', '19:00', undefined, ''],
    ['Lunch Fri @ 5 Guys 1pm', 'Lunch', '2026-05-15', '13:00', undefined, '5 Guys'],
    ['Sun salutation class Mon 6am', 'Sun salutation class', '2026-05-18', '06:00', undefined, ''],
    ['Sprint 12 planning Monday 10', 'Sprint 12 planning', '2026-05-18', '10:00', undefined, ''],
    ['Dinner tomorrow 7 at Nobu', 'Dinner', '2026-05-15', '19:00', undefined, 'Nobu'],
    [
      'Sync Fri 3pm at https://zoom.us/j/84412093377',
      'Sync',
      '2026-05-15',
      '15:00',
      undefined,
      'https://zoom.us/j/84412093377',
    ],
    [
      'Sync meet.google.com/abc-defg-hij',
      'Sync',
      undefined,
      undefined,
      undefined,
      'https://meet.google.com/abc-defg-hij',
    ],
    ['Sprint 14 9am', 'Sprint 14', '2026-05-15', '09:00', undefined, ''],
  ])('an event parsed from text has day, time, length and place: %s', (typed, ...said) => {
    expect(parsed(typed)).toEqual(said);
  });

  it('an event parsed from text keeps a day that begins its name, and the whole text if nothing else is left', () => {
    expect(parsed('Sunday roast 1pm')).toEqual(['Sunday roast', '2026-05-17', '13:00', undefined, '']);
    expect(parsed('7pm')?.[0]).toBe('7pm');
  });

  it.each([
    ['Meeting 5/20/2026 3pm', '2026-05-20', '15:00', undefined],
    ['Meeting 20/5/2026 3pm', '2026-05-20', '15:00', undefined],
    ['Meeting 5/20/27 3pm', '2027-05-20', '15:00', undefined],
    ['Meeting 5-20-2027 3pm', '2027-05-20', '15:00', undefined],
    ['Meeting on 2026-06-01 at 5pm', '2026-06-01', '17:00', undefined],
    ['Meeting June 5, 2027 6pm', '2027-06-05', '18:00', undefined],
    ['Meeting June 5th,2027 6pm', '2027-06-05', '18:00', undefined],
    ['Meeting Saturday, June 5, 2027 6pm', '2027-06-05', '18:00', undefined],
    ["Meeting Jun 5 '27 6pm", '2027-06-05', '18:00', undefined],
    ['Meeting 5 June 2027 6pm', '2027-06-05', '18:00', undefined],
    ['Meeting the 5th of June, 2027 at 6', '2027-06-05', '18:00', undefined],
    ['Meeting Dec 31 2027', '2027-12-31', undefined, undefined],
    ['Meeting June 5-8, 2027', '2027-06-05', '00:00', 4 * 1440],
    ['Meeting 5-8 June 2027', '2027-06-05', '00:00', 4 * 1440],
    ['Meeting Dec 30 - Jan 2, 2028', '2027-12-30', '00:00', 4 * 1440],
    ['Meeting Dec 30, 2027 - Jan 2, 2028', '2027-12-30', '00:00', 4 * 1440],
    ['Meeting 12/30-1/2/28', '2027-12-30', '00:00', 4 * 1440],
    ['Meeting 12/30/27 - 1/2/28', '2027-12-30', '00:00', 4 * 1440],
    ['Meeting 2027-06-05 to 2027-06-08', '2027-06-05', '00:00', 4 * 1440],
    ['Meeting Dec 31, 2027 8pm - Jan 1, 2028 2am', '2027-12-31', '20:00', 360],
    ['Meeting Fri 5/15/26 8pm to 2026-05-16 2am', '2026-05-15', '20:00', 360],
  ])('an event parsed from text has the year of its date: %s', (typed, date, time, duration) => {
    expect(parsed(typed)).toEqual(['Meeting', date, time, duration, '']);
  });

  it('an event parsed from text for February 29 is on the next leap day', () => {
    const next = (date: string) => parseEventText('Party Feb 29', { ...now, date })?.date;
    expect(['2028-02-29', '2028-03-01', '2027-12-31'].map(next)).toEqual(['2028-02-29', '2032-02-29', '2028-02-29']);
    expect(parsed('Trip Feb 27-29')).toBeUndefined();
  });

  it('an event parsed from text ends when it says, even if the clocks change in between (OPEN-052)', () => {
    const length = (typed: string) => parseEventText(typed, { ...now, date: '2026-03-05', time: '10:42' })?.duration;
    const day = 24 * 60;
    expect(length('Offsite Mar 8 all day')).toBe(day - 60);
    expect(length('Camping Fri-Sun')).toBe(3 * day - 60);
    expect(length('Party Sat 10pm - Sun 6am')).toBe(7 * 60);
    expect(length('Party Nov 1 12am-4am')).toBe(5 * 60);
    expect(length('Party Mar 8 1am for 4 hours')).toBe(4 * 60);
    expect(length('Party Mar 8 2:30am-3:15am')).toBe(45);
  });

  it('an event parsed from text counts elapsed hours from now, even across a clock change', () => {
    const inTwoHours = parseEventText('Call in 2 hours', { ...now, date: '2026-03-08', time: '01:30' });
    expect([inTwoHours?.date, inTwoHours?.time]).toEqual(['2026-03-08', '04:30']);
  });

  it('text for an event may have a time after a dash, which is not read as a later day', () => {
    expect(parsed('Lunch Dec 5 - 3 pm')).toEqual(['Lunch', '2026-12-05', '15:00', undefined, '']);
    expect(parsed('Lunch Dec 5 to 12 p.m.')?.slice(1, 3)).toEqual(['2026-12-05', '12:00']);
  });

  it.each([
    ['Standup every Tuesday 9am', 'Standup', '2026-05-19', { unit: 'week', every: 1, on: ['TU'] }],
    ['Every thursday 9am standup', 'standup', '2026-05-21', { unit: 'week', every: 1, on: ['TH'] }],
    [
      'Standup every weekday 9am',
      'Standup',
      '2026-05-15',
      { unit: 'week', every: 1, on: ['MO', 'TU', 'WE', 'TH', 'FR'] },
    ],
    ['Stretch daily 6pm', 'Stretch', '2026-05-14', { unit: 'day', every: 1 }],
    ['Lunch weekly Fri 12pm', 'Lunch', '2026-05-15', { unit: 'week', every: 1, on: ['FR'] }],
    ['Rent monthly Jun 1 9am', 'Rent', '2026-06-01', { unit: 'month', every: 1, on: { day: 1 } }],
  ])('a name says how often its event repeats: %j (SERIES-14)', (typed, name, date, repeats) => {
    expect(parseEventText(typed, now)).toMatchObject({ name, date, repeats });
  });

  it.each([
    'Standup every Mon-Fri 9am',
    'Standup every Mon, Wed 9am',
    'Daily standup every Monday 9am',
    'Standup Mondays 9am',
  ])('a name with more than one day has no rule: %s (SERIES-14)', (typed) => {
    expect(parseEventText(typed, now)?.repeats).toBeUndefined();
  });

  it('chips list what was understood of a name, a rule first (SERIES-14)', () => {
    const chips = (typed: string) => parseEventText(typed, now)?.chips.map(({ label }) => label);
    expect(chips("Lunch Fri 12-1pm for 2 hours at Joe's")).toEqual([
      'Fri, May 15',
      '12:00 – 1:00 PM',
      '2 hrs',
      "Joe's",
    ]);
    expect(chips('Standup every Monday 9am')).toEqual(['Every week on Monday', '9:00 AM']);
    expect(chips('Standup Mondays 9am')).toEqual(['First: Monday, May 18', '9:00 AM']);
    expect(chips('Hackathon Fri 6pm - Sat 6pm')).toEqual(['Fri, May 15, 6:00 PM – Sat, May 16, 6:00 PM']);
    expect(chips('Retreat Jan 5-8')).toEqual(['Jan 5, 2027 – Jan 8, 2027']);
  });

  it('a chip says that the day was assumed where the text for an event names none', () => {
    const first = (typed: string) => parseEventText(typed, now)?.chips[0];
    expect(first('Lunch noon')).toEqual({ kind: 'assumed', label: 'Today, not in your text' });
    expect(first('Standup 9:15am')).toEqual({ kind: 'assumed', label: 'Tomorrow, not in your text' });
    expect(first('Film tonight 8')?.kind).toBe('day');
    expect(first('Call in 2 hours')?.kind).toBe('time');
  });

  it('text for an event that was not understood is kept', () => {
    const without = (...kept: ParsedKind[]) => {
      const event = parseEventText("Lunch Fri 12-1pm at Joe's", now, kept);
      return event && [event.name, event.date, event.time, event.place];
    };
    expect(without('day')).toEqual(['Lunch Fri', '2026-05-14', '12:00', "Joe's"]);
    expect(without('place')).toEqual(["Lunch at Joe's", '2026-05-15', '12:00', '']);
    expect(without('time')).toBeUndefined();
  });

  it.each([
    'Proof sign-off',
    'https://zoom.us/j/84412093377',
    'Taco Tuesday',
    "Lunch at Joe's",
    'Dinner at 5 Guys',
    'Kids club, ages 7-9',
    '2026 planning',
    'Sprint 14',
    'Q3 24/7 support',
    'Meeting 3 of 5',
    'Top 10 films of May',
    'Room 12:99',
    'Call 9am PST',
    'Call 9-10am (CET)',
    'Call 9:00 am PST',
    'Call 9:00-10:00 am (CET)',
    'Call 9:00 to 10:00 am CET',
    'Game Sun 1:00 PM ET',
    'Game Dec 5 noon ET',
    'Hackathon Fri 6pm - Sat 6pm PST',
    'Call 3pm London time',
    'Call tomorrow at 3 (New York time)',
    'Call 3pm Eastern tomorrow',
    'Coffee yesterday 3pm',
    'Meeting 5/20/2020 3pm',
    'Meeting Dec 5, 1999 3pm',
    'Yoga Tuesdays and Thursdays 7am',
    'Meeting 20/13/2026 3pm',
    'Meeting 2026-13-01 3pm',
    'Meeting Feb 30 3pm',
    'Meeting Feb 29 2027 3pm',
    'Meeting 0000-00-05 3pm',
    'Meeting Dec 31, 9999 8pm-2am',
    'Kickoff June 2027 3pm',
    'Trip Dec 5, 2026 - Dec 6, 2027',
    'Trip Jun 8 - Jun 5, 2026',
    'Dinner Friday, June 5, 2027 6pm',
    'Meeting 5pm Mon, Wed',
    'Meeting Mon and Wed 5pm',
    'Meeting Mon-Wed-Fri 5pm',
    'Meeting May 20 & 22 3pm',
    'Meeting 12/5, 12/7 3pm',
    'Hackathon 9am Fri to 5pm Sat',
    'Hackathon Fri 6pm - Fri 5pm',
    'Dinner Friday week 7pm',
    'Dinner a week from Friday 7pm',
    'Dinner the day after tomorrow 7pm',
    'Dinner last Friday 7pm',
    'Black Friday sale at 6am',
    'Brunch this weekend 11am',
    'Call next week 3pm',
    'Call in two weeks 3pm',
    'Call in 3 months 3pm',
    '100% done by 50',
    'Daily standup every Monday',
    'Midnight run',
    'Gate 7a',
    'Meet in Room 12A',
    'Vitamin 3 a day',
    'Class 7a parents',
    'Daily standup every Mon-Fri',
  ])('text without a day or time gives an event only a name: %s', (typed) => {
    expect(parsed(typed)).toBeUndefined();
  });
});
