import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { storeCredentials } from '../../../data/admin/credentials.ts';
import { fakeServices, heldReply, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { AuditTab } from './audit-tab.tsx';

beforeEach(() => storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' }));

const line = (id: string) => ({
  _id: id,
  at: '2026-05-14T14:00:00.000Z',
  type: 'GroupCreated',
  kind: 'group',
  stream: `group-${id}`,
  revision: 0,
  correlationId: id,
  causationId: id,
  actor: { _id: 'user-1', name: `Lars ${id}` },
  user: null,
  group: null,
  facts: {},
  sentence: [{ strong: `Lars ${id}` }, ' created the group'],
  detail: '',
});

/** Three pages of one line each. */
const pages: Readonly<Record<string, unknown>> = {
  '': { lines: [line('one')], next: 'b' },
  b: { lines: [line('two')], next: 'c' },
  c: { lines: [line('three')], next: null },
};

const pageOf = (url: string) => pages[new URL(url, 'http://localhost').searchParams.get('after') ?? ''];

const parked = {
  model: 'chats',
  position: '7',
  stream: 'message-77b2',
  type: 'LinkPreviewsResolved',
  reason: 'The address is too long',
  attempts: 3,
  parkedAt: '2026-05-14T14:00:00.000Z',
  waiting: 0,
  nextTryAt: null,
};

const wholeChain = (_url: string) => json({ lines: [line('one')], earlier: [], intact: true, next: null });

/** What the tab loads beside the list. */
const details = (url: string, chain: typeof wholeChain) => {
  if (url.includes('/parked')) return json({ total: 1, parked: [parked] });
  if (url.includes('/state/'))
    return json({ stream: 'group-one', revision: 0, at: line('one').at, last: 0, fields: [] });
  return chain(url);
};

const open = async (answer = (url: string) => json(pageOf(url)), chain = wholeChain) => {
  const { services } = fakeServices(({ url }) => (url.includes('/admin/audit?') ? answer(url) : details(url, chain)));
  renderScreen(<AuditTab filter={{}} onFilter={() => undefined} />, services);
  await screen.findByText(/Lars one/);
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const turn = (name: string) => {
  button(name).focus();
  fireEvent.click(button(name));
};

it('the remaining button has the focus on the last and on the first page of the audit history', async () => {
  await open();
  turn('Next page');
  await screen.findByText(/Lars two/);
  expect(document.activeElement).toBe(button('Next page'));
  turn('Next page');
  await screen.findByText(/Lars three/);
  await expect.poll(() => document.activeElement).toBe(button('Previous page'));
  turn('Previous page');
  await screen.findByText(/Lars two/);
  turn('Previous page');
  await screen.findByText(/Lars one/);
  await expect.poll(() => document.activeElement).toBe(button('Next page'));
});

it('the first page of the audit history has the focus on its next page, even after the last one', async () => {
  const two = (url: string) => json(url.includes('after=b') ? pages.c : pageOf(url));
  await open(two);
  turn('Next page');
  await screen.findByText(/Lars three/);
  turn('Previous page');
  await screen.findByText(/Lars one/);
  await expect.poll(() => document.activeElement).toBe(button('Next page'));
});

it('a second press has no effect before the page of the audit history has loaded', async () => {
  const held = heldReply();
  await open((url) => (url.includes('after=b') ? (held.reply() as never) : json(pageOf(url))));
  turn('Next page');
  turn('Next page');
  held.release(json(pages.b));
  await screen.findByText(/Lars two/);
  expect(screen.getByText('Page 2')).toBeTruthy();
});

it('a page of the audit history that fails shows no other lines in its place, and loads when it is retried', async () => {
  let isDown = true;
  await open((url) => (isDown && url.includes('after=b') ? json({ error: 'Too busy' }, 503) : json(pageOf(url))));
  turn('Next page');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the audit history: Too busy');
  expect(screen.queryByText(/Lars/)).toBeNull();
  expect(screen.queryByText('Nothing matches.')).toBeNull();
  expect(button('Next page').disabled).toBe(true);
  isDown = false;
  fireEvent.click(button('Try Again'));
  await screen.findByText(/Lars two/);
  expect(screen.queryByRole('alert')).toBeNull();
});

const list = () => within(screen.getByRole('region', { name: 'Audit history' }));

it('the details of an audit line have the focus while they replace the list, and the line has it again after them', async () => {
  await open();
  fireEvent.click(list().getByRole('button', { name: /Lars one/ }));
  const back = await screen.findByRole('button', { name: 'Audit History' });
  expect(document.activeElement).toBe(back);
  fireEvent.click(back);
  await expect.poll(() => document.activeElement).toBe(list().getByRole('button', { name: /Lars one/ }));
});

it('the history of somebody takes the place of the details that led to it', async () => {
  await open();
  fireEvent.click(list().getByRole('button', { name: /Lars one/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'History of Lars one' }));
  expect(screen.queryByRole('button', { name: 'Audit History' })).toBeNull();
});

it('a parked event is named as in the lines of a chain', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: '1 parked' }));
  expect(await screen.findByText('link-previews-resolved')).toBeTruthy();
});

it('a long chain of events is shown page by page, and says that it is verified once all of it is (AUDIT-01, AUDIT-04)', async () => {
  const chain = (url: string) =>
    url.includes('after=100')
      ? json({ lines: [line('last')], earlier: [], intact: true, next: null })
      : json({ lines: [line('one')], earlier: [], intact: true, next: '100' });
  await open((url) => json(pageOf(url)), chain);
  fireEvent.click(list().getByRole('button', { name: /Lars one/ }));
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect(screen.getByText(/· first 1 event$/)).toBeTruthy();
  expect(screen.queryByText('Hash chain verified')).toBeNull();
  fireEvent.click(more);
  await screen.findByText('Hash chain verified');
  expect(screen.getByText(/· 2 events in 0.00 s$/)).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'What caused what' })).getByText(/Lars last/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('a chain of events of which a page is broken says so at once (AUDIT-04)', async () => {
  await open(
    (url) => json(pageOf(url)),
    () => json({ lines: [line('one')], earlier: [], intact: false, next: '100' }),
  );
  fireEvent.click(list().getByRole('button', { name: /Lars one/ }));
  await screen.findByText('Hash chain broken');
});
