import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '../../../testing/fakes.ts';
import { button, next, show, showOnFakeTimers, step, type, walkTo } from './testing/wizard.tsx';

showOnFakeTimers();

describe('Create Event', () => {
  it('Create Event walks through five steps and back (EVENT-01, EVENT-02, LIMIT-07)', () => {
    show();
    expect(step()).toBe('Event Details');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    type('Event name', 'Proof sign-off');
    const seen = ['Date & Time', 'Duration', 'Location', 'Review & Create'].map((name) => {
      next();
      return [step(), name];
    });
    expect(seen.every(([shown, name]) => shown === name)).toBe(true);
    fireEvent.click(button('Back'));
    expect(step()).toBe('Location');
  });

  it('Create Event requires a name (EVENT-03, EVENT-10)', () => {
    show();
    expect(button('Next').disabled).toBe(true);
    type('Event name', '  ');
    expect(screen.getByText('Event name is required')).toBeDefined();
    expect(button('Next').disabled).toBe(true);
    type('Event name', 'x');
    expect(button('Next').disabled).toBe(false);
  });

  it('Create Event offers four durations, an hour chosen, and a custom one above zero (EVENT-21, EVENT-23, EVENT-24, LIMIT-06)', () => {
    show();
    walkTo(3);
    expect(screen.getAllByRole('radio').map((tile) => tile.querySelector('b')?.textContent)).toEqual([
      '15 min',
      '30 min',
      '45 min',
      '1 hr',
    ]);
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('1 hrto 11:45 AM');
    type('Hours', '0');
    expect(button('Next').disabled).toBe(true);
    type('Minutes', '90');
    expect(button('Next').disabled).toBe(true);
    type('Minutes', '45');
    expect(screen.getByRole('radio', { checked: true }).textContent).toContain('45 min');
    expect(button('Next').disabled).toBe(false);
  });

  it('Create Event takes a duration of days, by hours or by its end, and states its limit', () => {
    show();
    walkTo(3);
    type('Hours', '120');
    expect(screen.getByText('5 days')).toBeDefined();
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    expect([field('End date').value, field('End time').value]).toEqual(['May 19, 2026', '10:45 AM']);
    type('End date', '5/16/2026');
    type('End time', '1215p');
    expect([field('Hours').value, field('Minutes').value]).toEqual(['49', '30']);
    type('End time', '12');
    expect([field('End time').value, field('Hours').value]).toEqual(['12', '49']);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(field('End time'));
    expect([field('End time').value, field('Minutes').value]).toEqual(['12:00 PM', '15']);
    type('End date', '2026-05-13');
    expect(screen.getByRole('alert').textContent).toBe('Duration must be more than zero');
    expect(field('End date').value).toBe('2026-05-13');
    type('Hours', '8785');
    expect(screen.getByRole('alert').textContent).toBe('An event can last 366 days at most');
    expect(button('Next').disabled).toBe(true);
  });

  it('Create Event asks before Escape or Close discards entered text, as the browser does before it leaves the page', () => {
    const { onClose } = show();
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    walkTo(2);
    expect(leave()).toBe(false);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    const question = screen.getByRole('alertdialog', { name: 'Discard this event?' });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(within(question).getByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByText('Proof sign-off')).toBeDefined();
    fireEvent.click(button('Close'));
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Create Event closes at once while nothing is entered', () => {
    const { onClose } = show();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ['Teams', 'teams.microsoft.com/l/meetup-join/19%3a1'],
    ['Meet', 'https://meet.google.com/abc-defg-hij'],
    ['Zoom', 'https://us02web.zoom.us/j/84412093377?pwd=x'],
  ])(
    'Create Event accepts only real links of %s (EVENT-25, EVENT-26, EVENT-27, EVENT-28, EVENT-29, EVENT-30, LIMIT-25)',
    (name, link) => {
      const { asked } = show();
      walkTo(4);
      fireEvent.click(screen.getByRole('radio', { name }));
      expect(button('Next').disabled).toBe(false);
      type(`${name} link`, 'https://example.com/meeting');
      expect(screen.getByText(`Please enter a valid ${name} meeting link`)).toBeDefined();
      expect(button('Next').disabled).toBe(true);
      type(`${name} link`, link);
      expect(screen.queryByText(/Please enter/)).toBeNull();
      expect(button('Next').disabled).toBe(false);
      expect(asked('autocomplete')).toEqual([]);
    },
  );

  const location = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Location/ });
  const write = async (value: string) => {
    fireEvent.change(location(), { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(100));
  };

  it('Create Event suggests addresses from three characters on, once typing pauses (EVENT-31, EVENT-34, LIMIT-04)', async () => {
    const { asked } = show({
      addresses: () => json({ suggestions: ['240 Harbor St, Oakland, CA 94607', '240 Harmon St'] }),
    });
    walkTo(4);
    // A slow machine must not look like a pause in the typing.
    vi.setTimerTickMode('manual');
    await write('24');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(asked('autocomplete')).toEqual([]);
    await write('240');
    await write('240 Ha');
    expect(asked('autocomplete')).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(asked('autocomplete').map(({ url }) => url)).toEqual(['/api/events/address-autocomplete?query=240+Ha']);
    vi.setTimerTickMode('interval');
    await screen.findByRole('listbox', { name: 'Address suggestions' });
    fireEvent.keyDown(location(), { key: 'ArrowDown' });
    fireEvent.keyDown(location(), { key: 'Enter' });
    expect(location().value).toBe('240 Harbor St, Oakland, CA 94607');
    expect(screen.queryByRole('listbox', { name: 'Address suggestions' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(asked('autocomplete')).toHaveLength(1);
    fireEvent.click(screen.getByRole('radio', { name: 'Zoom' }));
    type('Zoom link', '240 Harbor');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(screen.queryByRole('listbox', { name: 'Address suggestions' })).toBeNull();
    expect(asked('autocomplete')).toHaveLength(1);
  });

  it('Create Event shows in the address field that it loads, finds nothing or fails, and keeps typed text (EVENT-32, EVENT-33)', async () => {
    let release: (reply: Response) => void = () => undefined;
    show({
      addresses: ({ url }) =>
        url.includes('slow')
          ? new Promise<Response>((resolve) => {
              release = resolve;
            })
          : json({ error: 'No' }, 400),
    });
    walkTo(4);
    await write('slow lane');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(await screen.findByText('Loading addresses...')).toBeDefined();
    await act(async () => release(json({ suggestions: [] })));
    expect(await screen.findByText('No addresses found')).toBeDefined();
    await write('broken road');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(await screen.findByText('Unable to load address suggestions')).toBeDefined();
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByText('Unable to load address suggestions')).toBeNull();
    expect(location().value).toBe('broken road');
  });
});
