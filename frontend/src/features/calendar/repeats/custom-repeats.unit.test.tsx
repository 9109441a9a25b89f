import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { json, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import CustomRepeats from './custom-repeats.tsx';

/** A Thursday. */
const date = '2026-05-14';
const times = { time: '19:00', duration: 60, timeZone: 'America/New_York' };

const show = (value: Repeats | null, answer: (sent: Sent) => Response = () => json({}) as never) => {
  const { services, sent } = signedInServices(answer as never);
  const onDone = vi.fn();
  renderScreen(<CustomRepeats value={value} date={date} times={times} onDone={onDone} onClose={vi.fn()} />, services);
  return { sent, onDone };
};

const rule = () => within(screen.getByRole('complementary', { name: 'The rule' }));

it('the days of a rule are toggle buttons with their full names, and the rule is announced when it changes (SERIES-28)', () => {
  const { onDone } = show({ unit: 'week', every: 2, on: ['TU'] });
  const days = within(screen.getByRole('group', { name: 'Days' }));
  expect(days.getByRole('button', { name: 'Tuesday', pressed: true })).toBeDefined();
  fireEvent.click(days.getByRole('button', { name: 'Thursday', pressed: false }));
  expect(rule().getAllByRole('status')[0]?.textContent).toBe('Every 2 weeks on Tue and Thu');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(onDone).toHaveBeenCalledWith({ unit: 'week', every: 2, on: ['TU', 'TH'] });
});

it('a rule made by hand shows its next five dates, and on how many of the first it overlaps something (SERIES-12, SERIES-23)', async () => {
  const dates = [{ date: '2026-05-28', conflict: { name: 'Class' } }];
  const { sent } = show(
    { unit: 'week', every: 1, on: ['TH'] },
    () => json({ hasConflicts: true, conflicts: [], occurrences: { dates, total: 3, checked: 53 } }) as never,
  );
  expect(
    rule()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Thu, May 14', 'Thu, May 21', 'Thu, May 28', 'Thu, Jun 4', 'Thu, Jun 11']);
  expect(await rule().findByText('Overlaps on 3 of its first 53 dates.')).toBeDefined();
  const asked = sent.find(({ url }) => url.endsWith('/check-conflicts'));
  expect(asked?.body).toMatchObject({ date, ...times, repeats: { unit: 'week', every: 1 } });
});

it('a rule made by hand says that months without its day are skipped, and offers the last day (SERIES-02)', () => {
  show({ unit: 'month', every: 1, on: { day: 31 } });
  expect(rule().getByText(/^Skipped where that day does not exist/)).toBeDefined();
});

it('the last day of a rule is typed as other dates are, and what is wrong with it stands below it (UX-11)', () => {
  const { onDone } = show({ unit: 'week', every: 1, on: ['TH'], until: '2026-06-18' });
  const last = screen.getByRole('textbox', { name: 'Last day' });
  const type = (text: string) => {
    fireEvent.change(last, { target: { value: text } });
    fireEvent.blur(last);
  };
  type('5/1/2026');
  expect(screen.getByText('The end lies before the first date')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Every' }).getAttribute('aria-invalid')).not.toBe('true');
  type('7/2');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(onDone).toHaveBeenCalledWith({ unit: 'week', every: 1, on: ['TH'], until: '2026-07-02' });
});
