import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { AdmissionParts } from '@quorum/service-kit/http/admission/admit-caller.ts';
import { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { Context as KoaContext } from 'koa';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { serveFiles } from './serve-files.ts';

/** Serves stored pictures to one person. */
const serving = (read: Context['files']['read'], allowance = new Allowance(1000, { now: () => 0 })) => {
  const documents = { files: { size: 3, mimeType: 'image/png', purpose: 'profile-picture', ownerId: 'ada' } };
  const context = {
    reads: { active: { get: async (name: string) => documents[name as 'files'] } },
    files: { read },
  } as unknown as Context;
  const parts = {
    authenticate: async () => ({ userId: 'ada', sessionId: 's', profileComplete: true }),
    publicEndpoint: { trustProxy: () => false },
    allowance,
    clock: { now: () => 0 },
  } as unknown as AdmissionParts;
  return serveFiles(context, parts);
};

/** Requests a picture. @returns what is sent. */
const ask = async (
  serve: ReturnType<typeof serveFiles>,
  hasLeft = false,
  shown: (body: unknown) => void = () => undefined,
) => {
  const headers: Record<string, string> = {};
  const sent = {
    method: 'GET',
    path: '/files/picture',
    query: {},
    state: {},
    status: 404,
    req: { headers: {}, socket: {} },
    res: { destroyed: hasLeft },
    get: (name: string) => (name === 'authorization' ? `Bearer ${'a'.repeat(43)}` : ''),
    set: (more: Record<string, string>) => void Object.assign(headers, more),
  };
  const failure = await Promise.resolve(serve(sent as unknown as KoaContext as never, async () => {})).catch(
    (error: Error) => error.message,
  );
  shown((sent as { readonly body?: unknown }).body);
  return { status: sent.status, headers, failure };
};

const picture = (read: Context['files']['read']) => ask(serving(read));

describe('the answer for a file that cannot be read now', () => {
  it('a browser does not keep the answer for a picture whose bytes are missing', async () => {
    expect(await picture(async () => undefined)).toEqual({ status: 404, headers: {} });
  });

  it('a browser does not keep the answer for a picture while the store is out of reach', async () => {
    const answer = await picture(async () => {
      throw new Error('away');
    });
    expect(answer).toEqual({ status: 404, headers: {}, failure: 'away' });
  });

  it('a file that can be read is answered with its type and length', async () => {
    const answer = await picture(async () => ({ stream: Readable.from([Buffer.from('abc')]), size: 3 }));
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'content-length': '3' } });
  });
});

describe('downloads that nobody reads', () => {
  it('downloads whose reader left before the file was opened take no place, and close the file (SAFE-06)', async () => {
    const streams: Readable[] = [];
    const serve = serving(async () => {
      const stream = new Readable({ read: () => undefined });
      streams.push(stream);
      return { stream, size: 3 };
    });
    for (let count = 0; count < 101; count++) await ask(serve, true);
    await expect.poll(() => streams.filter(({ destroyed }) => destroyed).length).toBe(101);
    expect((await ask(serve)).status).toBe(200);
  });

  it('downloads that nobody reads take a hundred places of one person, which are free again once they end (SAFE-06)', async () => {
    const streams: Readable[] = [];
    const serve = serving(async () => {
      const stream = new Readable({ read: () => undefined });
      streams.push(stream);
      return { stream, size: 3 };
    });
    for (let count = 0; count < 100; count++) expect((await ask(serve)).status).toBe(200);
    expect((await ask(serve)).status).toBe(429);
    const ended = once(streams[0] as Readable, 'close');
    streams[0]?.destroy();
    await ended;
    expect((await ask(serve)).status).toBe(200);
  });

  it('downloads go on while half of the allowance of their reader is left (SAFE-06)', async () => {
    let now = 0;
    const allowance = new Allowance(100, { now: () => now });
    const serve = serving(async () => ({ stream: Readable.from([Buffer.from('abc')]), size: 3 }), allowance);
    allowance.charge('ada', 250);
    const got: unknown[] = [];
    await ask(serve, false, (body) => (body as Readable).on('data', (bytes) => got.push(bytes)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(got).toEqual([]);
    now = 4_000;
    await expect.poll(() => got).toEqual([Buffer.from('abc')]);
  });

  it('downloads are opened eight at a time for one person (SAFE-06)', async () => {
    const opened: (() => void)[] = [];
    const serve = serving(async () => {
      await new Promise<void>((open) => opened.push(open));
      return undefined;
    });
    const answers = Array.from({ length: 9 }, () => ask(serve));
    await expect.poll(() => opened.length).toBe(8);
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toHaveLength(8);
    for (let open = 0; open < 9; open++) {
      await expect.poll(() => opened.length).toBeGreaterThan(open);
      opened[open]?.();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(9).fill(404));
  });

  it('downloads are paid for by what opening them takes (SAFE-06)', async () => {
    const used = (): number => process.cpuUsage().user / 1000;
    const allowance = new Allowance(10, { now: () => 0 });
    const serve = serving(async () => {
      for (const end = used() + 60; used() < end; );
      return undefined;
    }, allowance);
    await ask(serve);
    expect(allowance.isSpent('ada')).toBe(true);
  });
});
