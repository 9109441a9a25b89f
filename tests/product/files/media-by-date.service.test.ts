import type { MediaItemView } from '@quorum/contracts/media/wire.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { heads, upload } from '../../support/multipart.ts';
import { type Client, createGroup, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

// Ten at night in New York is already the next day in UTC and in Berlin.
const NIGHT = Date.parse('2030-05-15T02:00:00Z');
const clock = movableClock();
clock.moveOn(NIGHT - Date.now());
let sender: Client;
let groupId = '';

const product = sharedProduct({}, clock);

beforeAll(async () => {
  sender = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
  groupId = (await createGroup(sender)).group._id;
  const image = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  const common = { path: '/api/messages/send-file', field: 'file', fields: { groupId } };
  await upload(product, sender, { ...common, name: 'plan.pdf', head: heads.pdf });
  await upload(product, sender, { ...common, name: 'clip.mp4', head: heads.mp4, size: 5000 });
  await upload(product, sender, { ...common, name: 'lake.png', head: image });
  await sender.must('sendMessage', { body: { groupId, content: 'http://127.0.0.1:9/a and example.com/b' } });
  const last = await sender.must('sendMessage', { body: { groupId, content: 'no link' } });
  expect(last.message.createdAt.slice(0, 10)).toBe('2030-05-15');
});

const query = (startDate: string, endDate: string, timeZone?: string) => ({
  params: { groupId },
  query: { startDate, endDate, ...(timeZone === undefined ? {} : { timeZone }) },
});
const namesOf = (items: Readonly<Record<string, readonly MediaItemView[]>>) =>
  Object.fromEntries(Object.entries(items).map(([day, found]) => [day, found.map(({ fileName }) => fileName)]));

describe('media by date', () => {
  it('media by date lists files and videos, images, and links, each with its description (API-17, API-18, API-65, MEDIA-19)', async () => {
    const { filesByDate } = await sender.must('filesByDate', query('2030-05-15', '2030-05-15'));
    expect(namesOf(filesByDate)).toEqual({ '2030-05-15': ['clip.mp4', 'plan.pdf'] });
    expect(filesByDate['2030-05-15']?.[0]).toMatchObject({
      fileSize: 5000,
      mimeType: 'video/mp4',
      content: '',
      sender: { firstName: 'Tom', lastName: 'Lind' },
    });
    const { imagesByDate } = await sender.must('imagesByDate', query('2030-05-15', '2030-05-15'));
    const [image] = imagesByDate['2030-05-15'] ?? [];
    expect(image).toMatchObject({ fileName: 'lake.png', mimeType: 'image/png', width: 900, height: 600 });
    for (const address of [image?.fileUrl, image?.previewUrl]) {
      expect((await sender.file(address)).status).toBe(200);
    }
    const { linksByDate } = await sender.must('linksByDate', query('2030-05-15', '2030-05-15'));
    expect(linksByDate['2030-05-15']?.map(({ url, domain }) => [url, domain])).toEqual([
      ['https://example.com/b', 'example.com'],
      ['http://127.0.0.1:9/a', '127.0.0.1'],
    ]);
  });

  it('media by date comes in pages of a hundred, each item once (SAFE-06)', async () => {
    const { group } = await createGroup(sender);
    const links = Array.from({ length: 10 }, (_, n) => `https://example.com/${n}`).join(' ');
    for (let n = 0; n < 11; n++)
      await sender.must('sendMessage', { body: { groupId: group._id, content: `${n} ${links}` } });
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let after: string | undefined; ; ) {
      const days = { startDate: '2030-05-01', endDate: '2030-05-31' };
      const page = await sender.must('linksByDate', {
        params: { groupId: group._id },
        query: { ...days, ...(after === undefined ? {} : { after }) },
      });
      const items = Object.values(page.linksByDate).flat();
      sizes.push(items.length);
      seen.push(...items.map(({ id }) => id));
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(sizes).toEqual([100, 10]);
    expect(new Set(seen).size).toBe(110);
  });

  it('media by date shows each link with the beginning of its message, and no part of a character', async () => {
    const text = `https://long.example.com/a https://long.example.com/b ${'a'.repeat(145)}😀${'b'.repeat(4000)}`;
    const { message } = await sender.must('sendMessage', { body: { groupId, content: text } });
    const { linksByDate } = await sender.must('linksByDate', query('2030-05-15', '2030-05-15'));
    const shown = Object.values(linksByDate).flat();
    expect(shown.filter(({ domain }) => domain === 'long.example.com').map(({ content }) => content)).toEqual(
      Array(2).fill(text.slice(0, 199)),
    );
    await sender.must('deleteMessage', { params: { id: message._id } });
  });

  it("media by date is grouped by days in the viewer's zone, UTC by default (OPEN-052)", async () => {
    const york = await sender.must('filesByDate', query('2030-05-14', '2030-05-14', 'America/New_York'));
    expect(Object.keys(york.filesByDate)).toEqual(['2030-05-14']);
    const after = await sender.must('filesByDate', query('2030-05-15', '2030-05-15', 'America/New_York'));
    expect(after.filesByDate).toEqual({});
    const berlin = await sender.must('filesByDate', query('2030-05-10', '2030-05-15', 'Europe/Berlin'));
    expect(Object.keys(berlin.filesByDate)).toEqual(['2030-05-15']);
    const utc = await sender.must('filesByDate', query('2030-05-14', '2030-05-14'));
    expect(utc.filesByDate).toEqual({});
  });

  it('media by date excludes that of deleted messages', async () => {
    const { message } = await sender.must('sendMessage', { body: { groupId, content: 'https://gone.example.com' } });
    const urls = async () => {
      const { linksByDate } = await sender.must('linksByDate', query('2030-05-15', '2030-05-15'));
      return linksByDate['2030-05-15']?.map(({ url }) => url);
    };
    expect(await urls()).toContain('https://gone.example.com');
    await sender.must('editMessage', { params: { id: message._id }, body: { content: 'https://new.example.com' } });
    expect(await urls()).toContain('https://new.example.com');
    expect(await urls()).not.toContain('https://gone.example.com');
    await sender.must('deleteMessage', { params: { id: message._id } });
    expect(await urls()).toHaveLength(2);
  });
});
