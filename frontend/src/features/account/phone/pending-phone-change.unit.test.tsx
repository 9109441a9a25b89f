// @vitest-environment happy-dom
import type { UserView } from '@quorum/contracts/account/wire.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { ada, json, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import AccountScreen from '../account-screen.tsx';

// It loads data of its own, and has its own test.
vi.mock('../sessions-section.tsx', () => ({ SessionsSection: () => null }));
vi.mock('../calendar-feeds.tsx', () => ({ CalendarFeeds: () => null }));

const phoneChange = { phoneNumber: '99', effectiveAt: '2026-05-18T03:30:00.000Z' };
const waiting: UserView = { ...ada, phoneChange };

const open = (answer: (sent: Sent) => Reply, user = waiting, timeZone = 'America/New_York') => {
  const fake = signedInServices(answer, user);
  const shown = (
    <TimeZoneContext value={timeZone}>
      <AccountScreen />
    </TimeZoneContext>
  );
  return { ...fake, ...renderScreen(shown, fake.services, '/account') };
};

const refused = () => json({ error: 'Not right now' }, 503);
const line = () => screen.queryByText(/^Changes to the number ending in/)?.textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const question = () => screen.queryByRole('alertdialog', { name: 'Cancel your number change?' });
const ask = () => {
  screen.getByRole('button', { name: 'Cancel change' }).focus();
  press('Cancel change');
};
const confirm = () => press('Cancel Change');

describe('a pending change of number', () => {
  it.each([
    ['America/New_York', 'Sunday, May 17'],
    ['Europe/Vienna', 'Monday, May 18'],
  ])('a pending change of number is one line with its day in the zone %s (OPEN-028)', (timeZone, day) => {
    open(refused, waiting, timeZone);
    expect(line()).toBe(`Changes to the number ending in 99 on ${day}.`);
    expect(screen.getByText('(202) 555-0101')).toBeTruthy();
  });

  it('a pending change of number is shown only while the server reports one (OPEN-028)', async () => {
    const { store } = open(refused, ada);
    expect(line()).toBeUndefined();
    expect(screen.queryByRole('button', { name: 'Cancel change' })).toBeNull();
    const tell = (user: UserView) =>
      store.dispatch(changed({ name: 'accountUpdated', payload: { userId: ada._id, user } }));
    tell(waiting);
    await waitFor(() => expect(line()).toContain('99'));
    tell(ada);
    await waitFor(() => expect(line()).toBeUndefined());
  });

  it('a pending change of number is cancelled after a question, and the focus moves to Edit (OPEN-028)', async () => {
    const { sent, store } = open(() => json({ user: ada }));
    ask();
    expect(question()?.textContent).toContain('Your account keeps (202) 555-0101.');
    expect(sent).toEqual([]);
    confirm();
    expect(await screen.findByText('Your phone number stays as it is')).toBeTruthy();
    expect(sent.map(({ method, url }) => [method, url])).toEqual([['DELETE', '/api/auth/phone-change']]);
    await waitFor(() => expect([line(), question()]).toEqual([undefined, null]));
    expect(store.getState().session.user).toEqual(ada);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Phone Number' })));
  });

  it('a pending change of number is kept when the question is answered with Keep Change, and the focus returns (OPEN-028)', async () => {
    const { sent } = open(refused);
    ask();
    press('Keep Change');
    await waitFor(() => expect(question()).toBeNull());
    expect(line()).toContain('99');
    expect(sent).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel change' })));
  });

  it.each([
    ['Not right now', refused],
    ['Failed to cancel the change. Please try again.', () => json({}, 500)],
  ])(
    'a pending change of number explains in the question why it could not be cancelled: %s (OPEN-028)',
    async (text, answer) => {
      open(answer);
      ask();
      confirm();
      const dialog = question();
      expect(dialog && (await within(dialog).findByRole('alert')).textContent).toBe(text);
      expect(line()).toContain('99');
    },
  );

  it('a pending change of number is read again when it is already over, and disappears (OPEN-028)', async () => {
    const { store } = open(({ method }) =>
      method === 'DELETE'
        ? json({ error: 'No change of your phone number is pending' }, 404)
        : json({ user: { ...ada, phoneNumber: '+12025550199' } }),
    );
    ask();
    confirm();
    await waitFor(() => expect([line(), question()]).toEqual([undefined, null]));
    expect(screen.getByText('No change of your phone number is pending')).toBeTruthy();
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550199');
  });
});
