// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signedIn } from '../../../data/session/session-slice.ts';
import { ada } from '../../../testing/fakes.ts';
import { reminderOf } from './draft.ts';
import { createButton, show, showOnFakeTimers, walkTo } from './testing/wizard.tsx';

showOnFakeTimers();

const reminder = () => screen.getByText('Reminder', { selector: 'dt' }).nextElementSibling?.textContent;

it('the wizard proposes a reminder and creates the event with the chosen one (REMIND-01)', async () => {
  const { created } = show();
  walkTo(5);
  expect(reminder()).toBe('30 minutes before');
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Edit reminder' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitemradio', { name: '1 hour before' }));
  expect(reminder()).toBe('1 hour before');
  fireEvent.click(createButton());
  await expect.poll(created).toMatchObject([{ body: { reminder: 60 } }]);
});

it('the wizard proposes the default of the account (REMIND-02)', async () => {
  const { store } = show({}, 'my-q');
  act(() => void store.dispatch(signedIn({ token: 'token', user: { ...ada, reminderDefault: 'none' } })));
  walkTo(5);
  expect(reminder()).toBe('None');
});

it('an event of a day or longer is proposed with a day before, unless another was chosen', () => {
  const day = { hours: '24', minutes: '00' };
  expect(reminderOf({ reminder: undefined, length: day }, 10)).toBe(1440);
  expect(reminderOf({ reminder: 5, length: day }, 10)).toBe(5);
});
