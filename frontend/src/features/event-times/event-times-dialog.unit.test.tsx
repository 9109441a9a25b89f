// @vitest-environment happy-dom
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../entities/calendar-entry/time-zone.ts';
import { calendarEvent } from '../../entities/testing/calendar.ts';
import { fakeServices, json, type Reply } from '../../entities/testing/fakes.ts';
import { renderScreen } from '../../entities/testing/render-screen.tsx';
import EventTimesDialog from './event-times-dialog.tsx';

afterEach(cleanup);

let arrive: (event: EventView) => void;
function Host({ first, timeZone, onClose }: { first: EventView; timeZone: string; onClose: () => void }) {
  const [event, setEvent] = useState(first);
  arrive = setEvent;
  return (
    <TimeZoneContext value={timeZone}>
      <EventTimesDialog event={event} onClose={onClose} />
    </TimeZoneContext>
  );
}

const show = (event: EventView, { timeZone = 'America/New_York', put = () => json({ event }) as Reply } = {}) => {
  const { services, sent } = fakeServices((call) => {
    if (call.method === 'PUT') return put();
    return call.url.startsWith('/api/events') ? json({ events: [] }) : json({ preferences: {}, groups: [] });
  });
  const onClose = vi.fn();
  renderScreen(<Host first={event} timeZone={timeZone} onClose={onClose} />, services);
  return { onClose, saved: () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
};

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const call = calendarEvent('a', { at: '13:30', duration: 45, name: 'Client call' });

describe('Edit Date & Time', () => {
  it('EVENT-20 EVENT-22 EVENT-42 EVENT-43 starts from the event, with six presets and custom fields', () => {
    show(call);
    expect(screen.getByRole('dialog', { name: 'Edit Date & Time' })).toBeDefined();
    expect(screen.getByRole('option', { name: '1:30 PM' }).getAttribute('aria-selected')).toBe('true');
    const durations = screen.getByRole('radiogroup', { name: 'Duration' });
    expect(
      within(durations)
        .getAllByRole('radio')
        .map(({ textContent }) => textContent),
    ).toEqual(['15 min', '30 min', '45 min', '1 hr', '1.5 hrs', '2 hrs']);
    expect(within(durations).getByRole('radio', { checked: true }).textContent).toBe('45 min');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });

  it('EVENT-41 EVENT-44 saves date, time and duration in its own zone, and closes', async () => {
    const { saved, onClose } = show(call);
    fireEvent.click(screen.getByRole('option', { name: /^Friday, May 15/ }));
    fireEvent.click(screen.getByRole('option', { name: '11:00 AM' }));
    fireEvent.click(screen.getByRole('radio', { name: '1.5 hrs' }));
    expect(screen.getByText('11:00 AM – 12:30 PM')).toBeDefined();
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved()).toEqual([{ date: '2026-05-15', time: '11:00', duration: 90, timeZone: 'America/New_York' }]);
  });

  it("OPEN-052 shows another zone's event by the viewer's clock", () => {
    show(call, { timeZone: 'America/Los_Angeles' });
    expect(screen.getByRole('option', { name: '10:30 AM' }).getAttribute('aria-selected')).toBe('true');
  });

  it('EVENT-14 EVENT-19 EVENT-23 refuses the past and an empty duration', () => {
    show(call);
    type('Hour', '9');
    fireEvent.click(screen.getByRole('radio', { name: 'AM' }));
    expect(screen.getByRole('alert').textContent).toBe('Time cannot be in the past');
    expect(screen.getByText('Choose another time')).toBeDefined();
    expect(save().disabled).toBe(true);
    type('Hour', '11');
    expect(save().disabled).toBe(false);
    type('Hours', '0');
    type('Minutes', '0');
    expect(save().disabled).toBe(true);
  });

  it('lets a running event be made longer where it stands', () => {
    show(calendarEvent('b', { at: '10:00' }));
    fireEvent.click(screen.getByRole('radio', { name: '2 hrs' }));
    expect(save().disabled).toBe(false);
  });

  it.each([
    [{ error: 'Only its creator may change an event' }, 'Only its creator may change an event'],
    [{}, 'Failed to update event'],
  ])('ERR-09 a failure of %j is said and keeps what was chosen', async (answer, text) => {
    const { onClose } = show(call, { put: () => json(answer, 403) });
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    fireEvent.click(save());
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('option', { name: '4:00 PM' }).getAttribute('aria-selected')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows the newer values of a lost race and keeps what was chosen', () => {
    show(call);
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    act(() => arrive(calendarEvent('a', { at: '15:00', duration: 45, name: 'Client call', revision: 2 })));
    expect(screen.getByText('3:00 – 3:45 PM')).toBeDefined();
    expect(screen.getByText('4:00 – 4:45 PM')).toBeDefined();
  });
});
