import type { AdmissionParts } from '@quorum/service-kit/http/admission/admit-caller.ts';
import { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { Context as KoaContext } from 'koa';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { serveFiles } from './serve-files.ts';

/** Requests a stored picture. @returns what is sent. */
const picture = async (read: Context['files']['read']) => {
  const documents = { files: { size: 3, mimeType: 'image/png', purpose: 'profile-picture', ownerId: 'ada' } };
  const context = {
    reads: { active: { get: async (name: string) => documents[name as 'files'] } },
    files: { read },
  } as unknown as Context;
  const parts = {
    authenticate: async () => ({ userId: 'ada', sessionId: 's', profileComplete: true }),
    publicEndpoint: { trustProxy: () => false },
    allowance: new Allowance(10, { now: () => 0 }),
    clock: { now: () => 0 },
  } as unknown as AdmissionParts;
  const headers: Record<string, string> = {};
  const sent = {
    method: 'GET',
    path: '/files/picture',
    query: {},
    state: {},
    status: 404,
    req: { headers: {}, socket: {} },
    get: (name: string) => (name === 'authorization' ? `Bearer ${'a'.repeat(43)}` : ''),
    set: (more: Record<string, string>) => void Object.assign(headers, more),
  };
  const failure = await serveFiles(context, parts)(sent as unknown as KoaContext as never, async () => {}).catch(
    (error: Error) => error.message,
  );
  return { status: sent.status, headers, failure };
};

describe('the answer for a file that cannot be read now', () => {
  it('is not kept by the browser in place of the picture: its bytes are missing', async () => {
    expect(await picture(async () => undefined)).toEqual({ status: 404, headers: {} });
  });

  it('is not kept by the browser in place of the picture: the store is out of reach', async () => {
    const answer = await picture(async () => {
      throw new Error('away');
    });
    expect(answer).toEqual({ status: 404, headers: {}, failure: 'away' });
  });

  it('differs from that for one that can', async () => {
    const answer = await picture(async () => ({ stream: {}, size: 3 }) as never);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'content-length': '3' } });
  });
});
