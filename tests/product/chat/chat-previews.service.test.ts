import type { LinkPreviewView } from '@quorum/contracts/message/wire.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { FetchedPreview, LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logOf } from '../../support/log-of.ts';
import { type Client, createGroup, type Product, signUp, startProduct } from '../../support/product.ts';
import { storedFiles } from '../../support/stored-files.ts';

let image: Buffer;
let product: Product;
let owner: Client;
let groupId = '';

/** Pages with given content; `slow` never answers. */
const web = {
  pages: new Map<string, FetchedPreview>(),
  asked: [] as string[],
  signals: [] as AbortSignal[],
  inFlight: 0,
  most: 0,
};
const links: LinkFetcher = {
  fetch: async (url, signal) => {
    web.asked.push(url);
    web.signals.push(signal);
    web.inFlight += 1;
    web.most = Math.max(web.most, web.inFlight);
    if (url.includes('slow')) await new Promise(() => {});
    // biome-ignore lint/plugin: a page that takes its time, so that fetches overlap
    await new Promise((resolve) => setTimeout(resolve, 20));
    web.inFlight -= 1;
    const preview = web.pages.get(url);
    return preview === undefined ? { ok: false, error: 'private-address' } : { ok: true, preview };
  },
  fetchImage: async (url, signal) => {
    web.signals.push(signal);
    return url.endsWith('.png')
      ? { ok: true, bytes: image, mimeType: 'image/png' }
      : { ok: false, error: 'not-an-image' };
  },
};

beforeAll(async () => {
  image = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  product = await startProduct({}, undefined, (engines) => ({ ...engines, links }));
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
});
afterAll(() => product.stop());
beforeEach(async () => {
  groupId = (await createGroup(owner)).group._id;
  web.asked = [];
  web.signals = [];
});

const say = async (content: string) => (await owner.must('sendMessage', { body: { groupId, content } })).message._id;
const message = async (id: string) => {
  const { messages } = await owner.must('messages', { params: { groupId } });
  return messages.find((found) => found._id === id);
};
const previewsOf = async (id: string): Promise<readonly LinkPreviewView[]> => (await message(id))?.linkPreviews ?? [];
const resolved = (id: string, count: number) => until(async () => (await previewsOf(id)).length === count);

describe('the preview of a link', () => {
  it('the preview of a link shows what the page says, with a picture from a copy under our own address (CHAT-30, API-16, API-18, SAFE-04)', async () => {
    const url = 'https://boats.example.com/regatta';
    web.pages.set(url, {
      title: 'Regatta',
      description: 'All boats',
      siteName: 'Boats',
      image: 'https://cdn.example.com/a.png',
    });
    const id = await say(`Look: ${url}`);
    await resolved(id, 1);
    const [preview] = await previewsOf(id);
    expect(preview).toMatchObject({
      url,
      domain: 'boats.example.com',
      title: 'Regatta',
      description: 'All boats',
      siteName: 'Boats',
    });
    expect(preview).not.toHaveProperty('error');
    expect(preview?.image).toMatch(/^\/files\/[\w-]+$/);
    const served = await owner.file(preview?.image);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(Buffer.from(await served.arrayBuffer()).equals(image)).toBe(false);

    const today = new Date().toISOString().slice(0, 10);
    const { linksByDate } = await owner.must('linksByDate', {
      params: { groupId },
      query: { startDate: today, endDate: today },
    });
    expect(linksByDate[today]).toHaveLength(1);
    expect(linksByDate[today]?.[0]).toMatchObject({
      url,
      title: 'Regatta',
      description: 'All boats',
      domain: 'boats.example.com',
      image: preview?.image,
      sender: { firstName: 'Maya', lastName: 'Okafor' },
    });
  });

  it('the preview of a link has copies whose ids, which the log shows, confirm no guess of the address (SAFE-14)', async () => {
    const [url, image] = ['https://club.example.com/party', 'https://cdn.example.com/party.png'];
    web.pages.set(url, { title: 'Party', image });
    const id = await say(url);
    await resolved(id, 1);
    const fileId = /\/files\/([\w-]+)/.exec((await previewsOf(id))[0]?.image ?? '')?.[1];
    expect(fileId).toBeDefined();
    const guesses = (await logOf(product.dataDir)).flatMap((event) =>
      [url, image].map((address) => deterministicUuid(`preview ${event.id} image ${address}`)),
    );
    expect(guesses).not.toContain(fileId);
  });

  it('the preview of a link reports a failed fetch, but never the reason (CHAT-31, SAFE-05)', async () => {
    const id = await say('http://169.254.169.254/latest/meta-data and https://gone.example.com');
    await resolved(id, 2);
    expect(await previewsOf(id)).toEqual([
      { url: 'http://169.254.169.254/latest/meta-data', domain: '169.254.169.254', error: 'Unable to load preview' },
      { url: 'https://gone.example.com', domain: 'gone.example.com', error: 'Unable to load preview' },
    ]);
  });

  it('the preview of a link is fetched with its picture within one limit of time (SAFE-05)', async () => {
    const url = 'https://timed.example.com/';
    web.pages.set(url, { title: 'Timed', image: `${url}a.png` });
    await resolved(await say(url), 1);
    expect(web.signals).toHaveLength(2);
    expect(new Set(web.signals).size).toBe(1);
  });

  it('the preview of a link is created for the first three links only', async () => {
    const id = await say([1, 2, 3, 4, 5].map((n) => `https://many.example.com/${n}`).join(' '));
    await resolved(id, 3);
    expect(web.asked).toHaveLength(3);
  });

  it('the preview of a link is removed with its link by an edit, and new links get theirs', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => `https://${name}.example.com/`) as [
      string,
      string,
      string,
    ];
    for (const url of [one, two, three]) web.pages.set(url, { title: url, image: `${url}a.png` });
    const id = await say(`${one} ${two}`);
    await resolved(id, 2);
    const before = await storedFiles(product);
    await owner.must('editMessage', { params: { id }, body: { content: `${two} ${three}` } });
    expect((await previewsOf(id)).map(({ url }) => url)).toEqual([two]);
    await until(async () => (await previewsOf(id)).length === 2);
    expect((await previewsOf(id)).map(({ title }) => title)).toEqual([two, three]);
    // Known previews are not fetched again.
    expect(web.asked).toEqual([one, two, three]);
    await until(async () => (await storedFiles(product)).length === before.length);

    await owner.must('editMessage', { params: { id }, body: { content: 'nothing any more' } });
    expect(await previewsOf(id)).toEqual([]);
    await until(async () => (await storedFiles(product)).length === before.length - 2);
  });

  it('the preview of a link is removed with its message, and so are its pictures', async () => {
    const url = 'https://short.example.com/';
    web.pages.set(url, { title: 'Short', image: `${url}a.png` });
    const before = await storedFiles(product);
    const id = await say(url);
    await resolved(id, 1);
    const address = (await previewsOf(id))[0]?.image ?? '';
    await owner.must('deleteMessage', { params: { id } });
    expect((await message(id))?.linkPreviews).toEqual([]);
    await until(async () => (await storedFiles(product)).length === before.length);
    expect((await owner.file(address)).status).toBe(404);
  });

  it('the preview of links of slow sites delays nothing else', async () => {
    // More than one runner's concurrent reactions.
    await Promise.all(Array.from({ length: 300 }, (_, n) => say(`https://slow.example.com/${n}`)));
    await until(async () => web.inFlight > 1);
    // A different process manager announces events.
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', groupId };
    const { event } = await owner.must('createEvent', { body });
    await until(async () => (await message(event._id)) !== undefined);
    expect(web.most).toBeLessThanOrEqual(16);
  });
});
