import type { MediaItemView, MediaKind } from '@quorum/contracts/media/wire.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../shared/hooks/time-zone.ts';
import { json, type Reply, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import MediaPopout from './media-popout.tsx';

const pdf: MediaItemView = {
  id: 'f1',
  fileName: 'dieline.pdf',
  fileSize: 8_808_038,
  fileUrl: '/files/f1',
  mimeType: 'application/pdf',
  content: '',
  createdAt: '2026-05-14T14:39:00.000Z',
  sender: { firstName: 'Grace', lastName: 'Whitfield' },
};

const open = (answer: (sent: Sent) => Reply, kind: MediaKind = 'files') => {
  const fake = signedInServices(answer);
  const onClose = vi.fn();
  const { unmount } = renderScreen(
    <TimeZoneContext value="America/New_York">
      <MediaPopout groupId="group-1" kind={kind} onClose={onClose} />
    </TimeZoneContext>,
    fake.services,
  );
  return { ...fake, onClose, unmount };
};

const days = () => screen.getAllByRole('option').map((day) => day.textContent);
const files = () => json({ filesByDate: { '2026-05-14': [pdf] } });

describe('the media popout', () => {
  it('the media popout is titled by its kind, and shows five days and the items of the chosen one (MEDIA-13, MEDIA-15, MEDIA-19)', async () => {
    const { sent } = open(files);
    expect(screen.getByRole('dialog', { name: 'Files' })).toBeTruthy();
    expect(days()).toEqual(['Sun10', 'Mon11', 'Tue12', 'Wed13', 'Thu14']);
    expect(screen.getByText('Loading files...')).toBeTruthy();
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toBe('PDFdieline.pdf8.4 MB · Grace Whitfield · 10:39 AM');
    expect(sent[0]?.url).toContain('startDate=2026-05-10&endDate=2026-05-14');
    expect(screen.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('Thu 14 May, 1 file');
  });

  it('the row of a file and a picture that fills the window copy the address of their message (LINK-02)', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const shown = open(files);
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link to file dieline.pdf' }));
    await waitFor(() =>
      expect(copied).toHaveBeenCalledWith(`${window.location.origin}/dashboard/group/group-1/media/f1`),
    );
    shown.unmount();
    open(() => json({ imagesByDate: { '2026-05-14': [{ ...pdf, id: 'p1', fileName: 'proof.png' }] } }), 'images');
    fireEvent.click(await screen.findByRole('button', { name: 'Open proof.png' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link to file' }));
    await waitFor(() =>
      expect(copied).toHaveBeenCalledWith(`${window.location.origin}/dashboard/group/group-1/media/p1`),
    );
  });

  it('the media popout moves five days at a time (MEDIA-15)', () => {
    open(files);
    fireEvent.click(screen.getByRole('button', { name: 'Previous 5 days' }));
    expect(days()).toEqual(['Tue5', 'Wed6', 'Thu7', 'Fri8', 'Sat9']);
  });

  it('the media popout says when there is nothing to show (MEDIA-16)', async () => {
    open(() => json({ imagesByDate: {} }), 'images');
    expect(await screen.findByText('No images found for Thursday, May 14')).toBeTruthy();
    fireEvent.click(screen.getByRole('option', { name: /10 May/ }));
    expect(screen.getByText('No images found for Sunday, May 10')).toBeTruthy();
  });

  it('the media popout shows an empty list after a failed load (MEDIA-18)', async () => {
    open(() => json({ error: 'No' }, 403), 'links');
    expect(await screen.findByText('No links found for Thursday, May 14')).toBeTruthy();
  });

  it('the media popout opens a month, which chooses the day (MEDIA-14)', async () => {
    open(() => json({ filesByDate: {} }));
    fireEvent.click(screen.getByRole('button', { name: 'Show Calendar' }));
    expect(screen.getByRole('button', { name: 'Hide Calendar' })).toBeTruthy();
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 4' }));
    expect(screen.getByRole('button', { name: 'Show Calendar' })).toBeTruthy();
    expect(await screen.findByText('No files found for Monday, May 4')).toBeTruthy();
    expect(days().at(-1)).toBe('Mon4');
  });

  it('the media popout closes on a press outside and on Escape, but not on one inside (MEDIA-17)', () => {
    const { onClose } = open(files);
    fireEvent.pointerDown(screen.getByRole('dialog'));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.pointerDown(document.body);
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('the media popout closes by its button', () => {
    const { onClose } = open(files);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
