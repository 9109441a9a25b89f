import type { MediaItemView } from '@quorum/contracts/media/wire.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, heldReply, json, message, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import { GroupPictures } from './group-pictures.tsx';

/** The services' clock stands at 14 May 2026. */
const chat = { group: group('group-1', { createdAt: '2025-05-14T09:00:00.000Z' }), timeZone: 'UTC' } as Chat;

const picture = (day: string): MediaItemView => ({
  id: day,
  fileName: `${day}.png`,
  fileSize: 1,
  fileUrl: `/files/${day}`,
  mimeType: 'image/png',
  content: '',
  createdAt: `${day}T12:00:00.000Z`,
  sender: { firstName: 'Ada', lastName: 'Park' },
});

const posted = (day: string) =>
  message(day, day, {
    type: 'image',
    fileUrl: `/files/${day}`,
    fileName: `${day}.png`,
    createdAt: `${day}T12:00:00.000Z`,
  });

const open = (days: readonly string[], opened: string) => {
  const asked: string[] = [];
  const { services } = signedInServices(({ url }) => {
    const { searchParams } = new URL(url, 'http://localhost');
    const [from, to] = [searchParams.get('startDate') ?? '', searchParams.get('endDate') ?? ''];
    asked.push(from);
    const found = days.filter((day) => from <= day && day <= to);
    return json({ imagesByDate: Object.fromEntries(found.map((day) => [day, [picture(day)]])) });
  });
  renderScreen(
    <ChatContext value={chat}>
      <GroupPictures message={posted(opened)} messages={[posted(opened)]} onClose={vi.fn()} />
    </ChatContext>,
    services,
  );
  return asked;
};

const shown = () => screen.getByRole('dialog').querySelector('.lightbox__pic img')?.getAttribute('alt');
const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key });

it('a picture leads to all others of its group, also to those long before what is loaded', async () => {
  open(['2025-06-01', '2026-01-09', '2026-05-10', '2026-05-14'], '2026-05-14');
  expect(shown()).toBe('2026-05-14.png');
  await screen.findByText('4 of 4');
  press('Home');
  expect(shown()).toBe('2025-06-01.png');
  press('ArrowRight');
  expect(shown()).toBe('2026-01-09.png');
});

it('older pictures are asked for only near the first one', async () => {
  const days = ['2026-03-01', ...['04', '06', '08', '10', '12', '14'].map((day) => `2026-05-${day}`)];
  const asked = open(days, '2026-05-14');
  await screen.findByText('6 of 6');
  expect(asked).toEqual(['2026-04-30']);
  press('Home');
  await screen.findByText('2 of 7');
  expect(shown()).toBe('2026-05-04.png');
});

it('a picture shows with those that the chat has loaded, until all around it have come', () => {
  const { services } = signedInServices(heldReply().reply);
  renderScreen(
    <ChatContext value={chat}>
      <GroupPictures
        message={posted('2026-05-14')}
        messages={[posted('2026-05-13'), message('m1', '01'), posted('2026-05-14')]}
        onClose={vi.fn()}
      />
    </ChatContext>,
    services,
  );
  expect(shown()).toBe('2026-05-14.png');
  screen.getByText('2 of 2');
});
