import type { PendingReportView } from '@quorum/contracts/report/wire.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { everythingChanged } from '../../../data/admin/admin-api.ts';
import { storeCredentials } from '../../../data/admin/credentials.ts';
import { fakeServices, json, message } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ReportsTab } from './reports-tab.tsx';

const PAGE_SIZE = 2;
const WITH_FILE = 9;
const person = { _id: 'user-1', firstName: 'Lars', lastName: 'Moberg', phoneNumber: '+1 ••• ••• 0178' };
const minute = (of: number) => `2026-05-14T14:${String(of).padStart(2, '0')}:00.000Z`;
const report = (at: number): PendingReportView => ({
  _id: `report-${at}`,
  createdAt: minute(at),
  reason: 'spam',
  description: '',
  messageId: {
    _id: `message-${at}`,
    type: 'text',
    content: `words ${at}`,
    createdAt: minute(at),
    file: at === WITH_FILE ? { name: 'flyer.pdf', size: 3, mimeType: 'application/pdf' } : null,
    event: null,
  },
  reportedBy: person,
  reportedUser: person,
  groupId: { _id: 'group-1', name: 'Film Club' },
});

/** The queue of the server, newest first, in pages of two. */
const openTab = (...times: readonly number[]) => {
  let isDown = false;
  let queue = times.map(report);
  const decide = (id: string) => {
    queue = queue.filter(({ _id }) => _id !== id);
  };
  const { services } = fakeServices(({ url, body }) => {
    if (isDown) return json({ error: 'Too busy' }, 503);
    if (url.includes('/action')) {
      decide((body as { reportId: string }).reportId);
      return json({ message: 'Report reviewed. No action was taken.' });
    }
    if (!url.includes('/pending')) {
      const evidence = { fileUrl: '/files/flyer' };
      const around = { before: [message('b', '1', { content: 'said before' })], after: [] };
      return json({ evidence, around, phoneNumbers: { reportedBy: '', reportedUser: '+16285550178' } });
    }
    const totalPages = Math.max(1, Math.ceil(queue.length / PAGE_SIZE));
    const currentPage = Math.min(Number(new URL(url, 'http://localhost').searchParams.get('page')), totalPages);
    const reports = queue.slice((currentPage - 1) * PAGE_SIZE, currentPage * PAGE_SIZE);
    return json({ reports, pagination: { currentPage, totalPages, total: queue.length } });
  });
  const { store } = renderScreen(<ReportsTab visitId="visit-1" onHistory={() => undefined} />, services);
  const reload = () => act(() => store.dispatch(everythingChanged()));
  return {
    goesDown: (down = true) => {
      isDown = down;
    },
    arrives: (at: number) => {
      queue = [report(at), ...queue];
      return reload();
    },
    isDecidedElsewhere: (at: number) => {
      decide(`report-${at}`);
      return reload();
    },
  };
};

const choose = async (at: number) => fireEvent.click(await screen.findByText(`“words ${at}”`));
const notes = () => screen.findByLabelText<HTMLTextAreaElement>('Admin notes');
const writeNotes = async (value: string) => fireEvent.change(await notes(), { target: { value } });
const turnTo = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const DECIDED = 'This report has been decided. Choose another one.';

beforeEach(() => storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' }));

it('the phone numbers of a report are masked until it is opened (SAFE-19)', async () => {
  openTab(3, 2);
  await screen.findByText('“words 2”');
  expect(document.body.textContent).not.toContain('0178');
  await choose(2);
  expect(await screen.findByText('(628) 555-0178')).toBeTruthy();
});

it('a report is shown with the messages around it', async () => {
  openTab(2);
  await choose(2);
  const before = await screen.findByRole('list', { name: 'Messages before' });
  expect(before.textContent).toContain('said before');
  expect(screen.queryByRole('list', { name: 'Messages after' })).toBeNull();
});

describe('a report under review', () => {
  it('a report under review stays, with its notes, when a newer report moves it to the next page', async () => {
    const { arrives } = openTab(3, 2);
    await choose(2);
    await writeNotes('half a note');
    await arrives(4);
    await waitFor(() => expect(screen.queryByText('“words 4”')).toBeTruthy());
    expect((await notes()).value).toBe('half a note');
  });

  it('a report under review stays, with its notes, while other pages are read', async () => {
    openTab(4, 3, 2);
    await choose(3);
    await writeNotes('half a note');
    turnTo('Next page');
    await screen.findByText('“words 2”');
    expect((await notes()).value).toBe('half a note');
    turnTo('Previous page');
    await screen.findByText('“words 4”');
    expect((await notes()).value).toBe('half a note');
  });

  it('a report under review counts as decided once its page no longer has it', async () => {
    const { isDecidedElsewhere } = openTab(5, 4, 3, 2);
    await choose(5);
    await isDecidedElsewhere(5);
    expect(await screen.findByText(DECIDED)).toBeTruthy();
  });

  it('a report under review passes on the focus when another admin decides it during the question', async () => {
    const { isDecidedElsewhere } = openTab(5, 4, 3, 2);
    await choose(5);
    const allow = await screen.findByRole('button', { name: 'Allow' });
    allow.focus();
    fireEvent.click(allow);
    await screen.findByRole('alertdialog');
    await isDecidedElsewhere(5);
    const closed = await screen.findByText(DECIDED);
    await waitFor(() => expect(document.activeElement).toBe(closed.closest('section')));
  });

  it('a report under review leads to the next one once it is decided here, wherever it stands, and the focus follows', async () => {
    openTab(4, 3, 2);
    await choose(3);
    turnTo('Next page');
    await screen.findByText('“words 2”');
    const allow = screen.getByRole('button', { name: 'Allow' });
    allow.focus();
    fireEvent.click(allow);
    fireEvent.click(screen.getAllByRole('button', { name: 'Allow' }).at(-1) as HTMLElement);
    expect(await screen.findByText('words 2')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Report' })));
  });
});

describe('while the server fails', () => {
  it('another page of reports says that the server fails, and loads when it is retried', async () => {
    const { goesDown } = openTab(3, 2, 1);
    await screen.findByText('“words 2”');
    goesDown();
    turnTo('Next page');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load reports: Too busy');
    goesDown(false);
    turnTo('Try Again');
    expect(await screen.findByText('“words 1”')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('an opened report says that the server fails, and shows the numbers when it is retried', async () => {
    const { goesDown } = openTab(3, 2);
    await screen.findByText('“words 2”');
    goesDown();
    await choose(2);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the report: Too busy');
    goesDown(false);
    turnTo('Try Again');
    expect(await screen.findByText('(628) 555-0178')).toBeTruthy();
  });
});
