import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { group, json, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { parseCalendar } from './parse-calendar.ts';

/** Parses in the page. */
class FakeWorker {
  #listen: (event: { data: object }) => void = () => undefined;
  addEventListener(name: string, listener: (event: { data: object }) => void): void {
    if (name === 'message') this.#listen = listener;
  }
  postMessage({ text, timeZone }: { text: string; timeZone: string }): void {
    this.#listen({ data: { events: parseCalendar(text, timeZone) } });
  }
  terminate(): void {}
}

beforeEach(() => vi.stubGlobal('Worker', FakeWorker));
afterEach(() => vi.unstubAllGlobals());

const vevent = (uid: string, name: string, ...lines: readonly string[]): readonly string[] => [
  ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${name}`, 'DTSTART:20260519T230000Z'],
  ...lines,
  'END:VEVENT',
];
const file = (...events: readonly (readonly string[])[]): File =>
  new File([['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')], 'choir.ics');

const show = (answer: (sent: Sent) => Reply | undefined, groupId = 'group-1') => {
  const onClose = vi.fn();
  const fake = signedInServices(
    (sent) => answer(sent) ?? json({ groups: [group('group-1', { name: 'Rowing' })], preferences: {} }),
  );
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <ImportDialog groupId={groupId} onClose={onClose} />
    </TimeZoneContext>,
    fake.services,
  );
  return { ...fake, onClose };
};

const choose = (chosen: File) =>
  act(
    async () => void fireEvent.change(screen.getByLabelText('Choose a calendar file'), { target: { files: [chosen] } }),
  );

const outcomes = [
  { outcome: 'new', clashes: ['Dentist', 'Gym'] },
  { outcome: 'here', clashes: [] },
];
const answering = ({ url }: Sent) => {
  if (url.endsWith('/import/check')) return json({ outcomes });
  return url.endsWith('/import') ? json({ imported: 1 }) : undefined;
};

it('a dry run lists what would happen, ticks what is new, and says at the end what happened (ICS-12, ICS-13, ICS-19)', async () => {
  const { sent, onClose } = show(answering);
  const bell = vevent('bell', 'Bell', 'RRULE:FREQ=HOURLY');
  await choose(file(vevent('choir', 'Choir', 'RRULE:FREQ=WEEKLY'), vevent('board', 'Board'), bell));
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ChoirEvery week on Tuesday, 7:00 – 8:00 PM, from Tue, May 19NewOverlaps Dentist and Gym',
    'BoardTue, May 19, 7:00 – 8:00 PMAlready here',
    'BellCan’t be importedRepeats in a way we don’t support',
  ]);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Import ${name}` });
  expect([box('Choir').checked, box('Board').disabled, box('Bell').disabled]).toEqual([true, true, true]);
  fireEvent.click(box('Choir'));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 0 events' }).disabled).toBe(true);
  fireEvent.click(box('Choir'));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Import 1 event' })));
  expect(await screen.findByText('1 imported, 1 already here, 1 couldn’t be imported')).toBeDefined();
  expect(onClose).toHaveBeenCalled();
  const body = sent.find(({ url }) => url.endsWith('/import'))?.body as { groupId: string; events: { uid: string }[] };
  expect([body.groupId, body.events.map(({ uid }) => uid)]).toEqual(['group-1', ['choir']]);
});

it('a file without events says so, and so does one that cannot be read or checked (ICS-11, ICS-19)', async () => {
  show(({ url }) => (url.endsWith('/import/check') ? json({ error: 'Please try later' }, 400) : undefined));
  await choose(new File(['x'.repeat(1_048_577)], 'large.ics'));
  expect(screen.getByText('This file is too large')).toBeDefined();
  await choose(file(vevent('choir', 'Choir')));
  expect(await screen.findByText('Please try later')).toBeDefined();
  await choose(file());
  const dialog = await screen.findByRole('dialog', { name: 'Import events' });
  expect(within(dialog).getByText('No events in this file.')).toBeDefined();
});

it('an import that failed says why, and stays open (ICS-13)', async () => {
  const { onClose } = show((sent) =>
    sent.url.endsWith('/import') ? json({ error: 'Too many' }, 409) : answering(sent),
  );
  await choose(file(vevent('choir', 'Choir'), vevent('board', 'Board')));
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' })));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many');
  expect(onClose).not.toHaveBeenCalled();
});
