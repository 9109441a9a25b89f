import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, show, showOnFakeTimers, type, walkTo } from './testing/wizard.tsx';

showOnFakeTimers();

describe('the second step of Create Event', () => {
  it('Create Event offers 96 quarter hours, past ones disabled, the next one chosen (EVENT-14, EVENT-15, LIMIT-05)', () => {
    show();
    walkTo(2);
    const times = screen.getByRole('listbox', { name: 'Time' });
    const slots = within(times).getAllByRole<HTMLButtonElement>('option');
    expect(slots).toHaveLength(96);
    const slot = (name: string) => within(times).getByRole<HTMLButtonElement>('option', { name });
    expect([slot('10:30 AM').disabled, slot('10:45 AM').disabled]).toEqual([true, false]);
    expect(slot('10:45 AM').getAttribute('aria-selected')).toBe('true');
    const day = (name: RegExp) => screen.getByRole<HTMLButtonElement>('option', { name });
    expect([day(/13 May/).disabled, day(/14 May/).disabled]).toEqual([true, false]);
    expect(button('Previous week').disabled).toBe(true);
  });

  it('Create Event walks through weeks, opens a month, and takes a quarter hour or a custom time (EVENT-13)', () => {
    show();
    walkTo(2);
    const day = (name: RegExp) => screen.queryByRole('option', { name });
    fireEvent.click(button('Next week'));
    expect([day(/14 May/), day(/21 May/)].map(Boolean)).toEqual([false, true]);
    fireEvent.click(button('Previous week'));
    expect(day(/14 May/)).toBeTruthy();
    fireEvent.click(button('May 2026, choose a date'));
    expect(screen.getByRole('grid', { name: 'May 2026' })).toBeTruthy();
    fireEvent.click(screen.getByRole('gridcell', { name: /^May 28/ }));
    expect(day(/28 May/)?.getAttribute('aria-selected')).toBe('true');
    const times = within(screen.getByRole('listbox', { name: 'Time' })).getAllByRole('option');
    expect([times.length, times.slice(0, 2).map(({ textContent }) => textContent)]).toEqual([96, ['12:00', '12:15']]);
    type('Hour', '9');
    type('Minute', '7');
    expect(screen.getByText('9:07 AM')).toBeDefined();
  });

  it('the keyboard continues at the chosen time in the second step of Create Event', () => {
    show();
    walkTo(2);
    expect(document.activeElement?.closest('[role="listbox"]')?.textContent).toContain('10 AM');
  });

  it('arrows move through the times of Create Event past disabled ones, and typing jumps to a time', () => {
    show();
    walkTo(2);
    const slot = (name: string) => screen.getByRole('option', { name });
    slot('10:45 AM').focus();
    fireEvent.keyDown(slot('10:45 AM'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(slot('10:45 AM'));
    fireEvent.keyDown(slot('10:45 AM'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(slot('11:45 AM'));
    for (const key of ['1', ':', '4']) fireEvent.keyDown(document.activeElement ?? slot('11:45 AM'), { key });
    expect(document.activeElement).toBe(slot('1:45 PM'));
    fireEvent.keyDown(slot('1:45 PM'), { key: 'End' });
    expect(document.activeElement).toBe(slot('11:45 PM'));
  });

  it('Create Event accepts a custom time, but none that is missing or past (EVENT-11, EVENT-17, EVENT-18, EVENT-19)', () => {
    show();
    walkTo(2);
    type('Hour', '9');
    expect(screen.getByRole('alert').textContent).toBe('Time cannot be in the past');
    expect(button('Next').disabled).toBe(true);
    type('Minute', '');
    expect(screen.getByRole('alert').textContent).toBe('Date and time are required');
    type('Hour', '12');
    type('Minute', '077');
    expect(screen.getByLabelText<HTMLInputElement>('Minute').value).toBe('07');
    fireEvent.click(screen.getByRole('radio', { name: 'PM' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('12:07 PM')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'AM' }));
    expect(screen.getByRole('alert').textContent).toBe('Time cannot be in the past');
  });

  it('the second step of Create Event opens on the chosen day at nine, or on a past day with the next quarter hour', () => {
    show({}, 'group-1', '2026-05-20');
    walkTo(2);
    expect(screen.getByText('9:00 AM')).toBeDefined();
    expect(screen.getByText('Wednesday, May 20, 2026')).toBeDefined();
    cleanup();
    show({}, 'group-1', '2026-05-13');
    walkTo(2);
    expect(screen.getByText('10:45 AM')).toBeDefined();
    expect(screen.getByText('Thursday, May 14, 2026')).toBeDefined();
  });

  it('Create Event keeps a chosen time when the name is changed to one with another day', () => {
    show();
    walkTo(2, 'Lunch');
    fireEvent.click(screen.getByRole('option', { name: '12:30 PM' }));
    fireEvent.click(button('Back'));
    expect(screen.getByText('12:30 PM')).toBeDefined();
    walkTo(2, 'Lunch tomorrow');
    expect(screen.getByRole('option', { name: /15 May/ }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('option', { name: '12:30 PM' }).getAttribute('aria-selected')).toBe('true');
  });
});
