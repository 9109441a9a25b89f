import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { everythingChanged } from '../../data/admin/admin-api.ts';
import { forgetCredentials, storeCredentials } from '../../data/admin/credentials.ts';
import { fakeServices, json, type Reply } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import AdminScreen from './admin-screen.tsx';

beforeEach(() => storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' }));

const person = { _id: 'user-1', firstName: 'Lars', lastName: 'Moberg', phoneNumber: '+16285550178' };
const at = '2026-05-14T14:00:00.000Z';
const report = {
  _id: 'report-1',
  createdAt: at,
  reason: 'spam',
  description: '',
  messageId: { _id: 'message-1', type: 'text', content: 'bad words', createdAt: at, file: null, event: null },
  reportedBy: person,
  reportedUser: person,
  groupId: { _id: 'group-1', name: 'Film Club' },
};

const setting = { key: 'ios_app_store_url', value: 'https://old.example', description: '', updatedAt: null };

const answer = (url: string): Reply => {
  if (url.includes('/pending'))
    return json({ reports: [report], pagination: { currentPage: 1, totalPages: 1, total: 1 } });
  if (url.includes('/config')) return json({ configs: [setting] });
  if (url.includes('/changes')) return new Promise<Response>(() => undefined);
  if (url.includes('/audit?')) return json({ lines: [], next: null });
  const phoneNumbers = { reportedBy: person.phoneNumber, reportedUser: person.phoneNumber };
  return json({
    evidence: { fileUrl: null },
    around: { before: [], after: [] },
    phoneNumbers,
    visitId: 'visit-2',
    total: 0,
  });
};

const open = () => {
  let isRefused = false;
  const { services } = fakeServices(({ url }) =>
    isRefused ? json({ error: 'Invalid credentials' }, 401) : answer(url),
  );
  const { store } = renderScreen(<AdminScreen />, services, '/admin');
  return {
    refuse: async () => {
      isRefused = true;
      act(() => void store.dispatch(everythingChanged()));
      await screen.findByRole('button', { name: 'Log in' });
      isRefused = false;
    },
  };
};

const choose = async () => fireEvent.click(await screen.findByText('“bad words”'));
const notes = () => screen.findByLabelText<HTMLTextAreaElement>('Admin notes');
const write = async (value: string) => fireEvent.change(await notes(), { target: { value } });
const turnTo = (tab: string) => {
  fireEvent.mouseDown(screen.getByRole('tab', { name: tab }));
  // Files may share React, which remembers a button that is held down.
  fireEvent.mouseUp(screen.getByRole('tab', { name: tab }));
  fireEvent.click(screen.getByRole('tab', { name: tab }));
};
const logIn = () => {
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'admin' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'changed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
};
const ENDED = 'Your session has ended. Please log in again.';

it('the admin panel explains why it asks for credentials again, and keeps the unsaved note', async () => {
  const { refuse } = open();
  await choose();
  await write('half a note');
  await refuse();
  expect(screen.getByRole('alert').textContent).toBe(ENDED);
  logIn();
  await choose();
  expect((await notes()).value).toBe('half a note');
});

it('the admin panel keeps the unsaved note during a look at the history', async () => {
  open();
  await choose();
  await write('half a note');
  fireEvent.click((await screen.findAllByRole('button', { name: 'History of Lars Moberg' }))[0] as HTMLElement);
  await screen.findByRole('heading', { name: 'Audit History' });
  turnTo('Reports Management');
  await choose();
  expect((await notes()).value).toBe('half a note');
});

it('the admin panel forgets the note on logout, and needs no reason for it', async () => {
  open();
  await choose();
  await write('half a note');
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('button', { name: 'Log in' });
  expect(screen.queryByText(ENDED)).toBeNull();
  logIn();
  await choose();
  expect((await notes()).value).toBe('');
});

it('the admin panel keeps an unsaved setting over a look at the history and a new login', async () => {
  const { refuse } = open();
  await screen.findByText('“bad words”');
  turnTo('App Configuration');
  const edit = await screen.findByRole('button', { name: 'Edit ios_app_store_url' });
  edit.focus();
  fireEvent.click(edit);
  const value = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'ios_app_store_url' });
  await expect.poll(async () => document.activeElement === (await value())).toBe(true);
  fireEvent.change(await value(), { target: { value: '' } });
  turnTo('Audit History');
  const tab = screen.getByRole('tab', { name: 'App Configuration' });
  tab.focus();
  turnTo('App Configuration');
  expect((await value()).value).toBe('');
  expect(document.activeElement).toBe(tab);
  fireEvent.change(await value(), { target: { value: 'https://new.example' } });
  await refuse();
  logIn();
  expect((await value()).value).toBe('https://new.example');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  turnTo('Audit History');
  turnTo('App Configuration');
  expect(await screen.findByText('https://old.example')).toBeTruthy();
});

it('the admin panel keeps its place and filter over a new login, and starts at the reports after a logout', async () => {
  const { refuse } = open();
  await choose();
  fireEvent.click((await screen.findAllByRole('button', { name: 'History of Lars Moberg' }))[0] as HTMLElement);
  await screen.findByRole('button', { name: 'User, Lars Moberg, clear' });
  await refuse();
  logIn();
  expect(await screen.findByRole('button', { name: 'User, Lars Moberg, clear' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await screen.findByRole('button', { name: 'Log in' });
  logIn();
  expect(await screen.findByText('“bad words”')).toBeTruthy();
});

it('the admin panel has the focus after the login', async () => {
  const { refuse } = open();
  await choose();
  await refuse();
  screen.getByLabelText('Password').focus();
  logIn();
  await choose();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('the admin login asks the server nothing before somebody logs in, and then says that the panel is closed (RUN-08)', async () => {
  const asked: string[] = [];
  forgetCredentials();
  const { services } = fakeServices(({ url }) => {
    asked.push(url);
    return json({ error: 'Not found' }, 404);
  });
  renderScreen(<AdminScreen />, services, '/admin');
  await screen.findByRole('button', { name: 'Log in' });
  expect(asked).toEqual([]);
  logIn();
  await screen.findByRole('heading', { name: 'The admin panel is closed' });
});
