import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calendarEvent } from '../../../../testing/calendar.ts';
import { fakeServices, json } from '../../../../testing/fakes.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import { DayRuler } from './day-ruler.tsx';

const span = { startsAt: '2026-05-14T14:00:00.000Z', endsAt: '2026-05-14T15:00:00.000Z' };
const show = async (taken: number, shown = span) => {
  const events = Array.from({ length: taken }, (_, index) => calendarEvent(String(index + 1)));
  const { services } = fakeServices(({ url }) => {
    if (url.startsWith('/api/events')) return json({ events });
    if (url.includes('my-groups')) return json({ groups: [] });
    return json({ preferences: {} });
  });
  renderScreen(<DayRuler span={shown} timeZone="America/New_York" />, services);
  await screen.findByText(/^Event 1/);
};
const drawn = () => screen.getAllByTitle(/^Event/);

describe('the day ruler', () => {
  it('the day ruler names each of three events that overlap', async () => {
    await show(3);
    expect(drawn().map(({ textContent }) => textContent)).toEqual(['Event 1', 'Event 2', 'Event 3']);
    expect(screen.queryByText(/more$/)).toBeNull();
  });

  const marks = () => [...document.querySelectorAll('time')].map(({ textContent }) => textContent);

  it('the day ruler marks midnights of an event longer than a day, at most six of them', async () => {
    await show(1, { ...span, endsAt: '2026-05-17T14:00:00.000Z' });
    expect(marks()).toEqual(['Thu 14', 'Fri 15', 'Sat 16', 'Sun 17']);
    cleanup();
    await show(1, { ...span, endsAt: '2026-06-12T14:00:00.000Z' });
    expect(marks()).toEqual(['May 14', 'May 19', 'May 24', 'May 29', 'Jun 3', 'Jun 8']);
  });

  it('the day ruler draws events on a ruler of several days in one lane, and those that touch as one block', async () => {
    await show(8, { ...span, endsAt: '2026-05-17T14:00:00.000Z' });
    expect(drawn().map(({ title }) => title)).toEqual([
      'Event 1, Event 2, Event 3, Event 4, Event 5, Event 6, Event 7, Event 8',
    ]);
  });

  it('the day ruler draws at most five beside each other, and counts the rest', async () => {
    await show(8);
    expect(drawn()).toHaveLength(5);
    expect(screen.getByText('+3 more')).toBeDefined();
    expect(screen.getByRole('img', { name: /Event 8$/ })).toBeDefined();
  });
});
