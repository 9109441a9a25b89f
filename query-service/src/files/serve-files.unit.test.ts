import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { AdmissionParts } from '@quorum/service-kit/http/admission/admit-caller.ts';
import { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { Context as KoaContext } from 'koa';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { serveFiles } from './serve-files.ts';

/** Serves stored pictures to one person. */
const serving = (read: Context['files']['read']) => {
  const documents = { files: { size: 3, mimeType: 'image/png', purpose: 'profile-picture', ownerId: 'ada' } };
  const context = {
    reads: { active: { get: async (name: string) => documents[name as 'files'] } },
    files: { read },
  } as unknown as Context;
  const parts = {
    authenticate: async () => ({ userId: 'ada', sessionId: 's', profileComplete: true }),
    publicEndpoint: { trustProxy: () => false },
    allowance: new Allowance(1000, { now: () => 0 }),
    clock: { now: () => 0 },
  } as unknown as AdmissionParts;
  return serveFiles(context, parts);
};

/** Requests a picture. @returns what is sent. */
const ask = async (serve: ReturnType<typeof serveFiles>, hasLeft = false) => {
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
    const answer = await picture(async () => ({ stream: {}, size: 3 }) as never);
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
    expect(streams.filter(({ destroyed }) => destroyed)).toHaveLength(101);
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
});
