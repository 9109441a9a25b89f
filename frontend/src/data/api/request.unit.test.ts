import { headers } from '@quorum/contracts/kernel/route.ts';
import { describe, expect, it } from 'vitest';
import { fakeServices, json } from '../../testing/fakes.ts';
import { errorText } from './api-error.ts';
import { addressOf, call } from './call.ts';
import { request } from './request.ts';

const rename = call('updateName', { body: { firstName: 'Ada', lastName: 'Park' } });
const keysOf = (sent: readonly { headers: Headers }[]) => sent.map((one) => one.headers.get(headers.idempotencyKey));

describe('an API call', () => {
  it('an API call fills in and escapes path and query', () => {
    expect(addressOf(call('group', { params: { id: 'a/b' } }))).toBe('/api/groups/a%2Fb');
    expect(addressOf(call('groupMembers', { params: { id: 'g' }, query: { search: 'a&b', limit: 5 } }))).toBe(
      '/api/groups/g/members?search=a%26b&limit=5',
    );
  });

  it('an API call sends JSON and the stored token (API-01)', async () => {
    const { services, sent } = fakeServices(() => json({ user: {} }));
    await request(rename, services, { token: 'secret' });
    expect(sent[0]).toMatchObject({ method: 'POST', body: { firstName: 'Ada', lastName: 'Park' } });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret');
  });

  it('an API call keeps one idempotency key over the retries of a mutation, and takes a new one for the next (CQRS-01)', async () => {
    const { services, sent } = fakeServices((_, index) =>
      index === 0 ? 'no network' : index === 1 ? json({ error: 'later' }, 503) : json({ user: {} }),
    );
    const outcome = await request(rename, services, { token: null });
    expect(outcome).toEqual({ data: { user: {} } });
    const [first, ...repeats] = keysOf(sent);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(repeats).toEqual([first, first]);
    await request(rename, services, { token: null });
    expect(keysOf(sent).at(-1)).not.toBe(first);
  });

  it('an API call sends no key with a query, even with POST', async () => {
    const { services, sent } = fakeServices(() => json({ hasConflicts: false, conflicts: [] }));
    await request(call('checkConflicts', { body: { date: '2026-05-15', time: '9:00' } }), services, { token: null });
    await request(call('me'), services, { token: null });
    expect(keysOf(sent)).toEqual([null, null]);
  });

  it('a query asks for the highest position that any answer carried (CQRS-02)', async () => {
    const positions = ['0000000009', '0000000007', null];
    const { services, sent } = fakeServices((_, index) =>
      json({ user: {} }, 200, positions[index] ? { [headers.position]: positions[index] } : {}),
    );
    await request(rename, services, { token: null });
    await request(rename, services, { token: null });
    await request(call('me'), services, { token: null });
    expect(sent.map((one) => one.headers.get(headers.minPosition))).toEqual([null, null, '0000000009']);
  });

  it('an API call waits as long as Retry-After says, or longer each time, and gives up in the end', async () => {
    const { services, sent, pauses } = fakeServices((_, index) =>
      json({ error: 'busy' }, 503, index === 0 ? { 'retry-after': '3' } : {}),
    );
    const outcome = await request(rename, services, { token: null });
    expect(outcome).toEqual({ error: { status: 503, error: 'busy' } });
    expect(pauses).toEqual([3000, 1000, 2000]);
    expect(sent).toHaveLength(4);
  });

  it('an API call passes on the server’s message and retries no refusal (API-03)', async () => {
    const { services, sent } = fakeServices(() => json({ error: 'Group name does not match' }, 400));
    const outcome = await request(
      call('deleteGroup', { params: { id: 'g' }, body: { confirmationName: 'x' } }),
      services,
      {
        token: null,
      },
    );
    expect(outcome).toEqual({ error: { status: 400, error: 'Group name does not match' } });
    expect(sent).toHaveLength(1);
    expect(errorText('error' in outcome && outcome.error, 'Failed')).toBe('Group name does not match');
  });

  it('an API call without an answer has status 0, so that the fallback text is shown', async () => {
    const { services } = fakeServices(() => 'no network');
    const outcome = await request(call('me'), services, { token: null });
    expect(outcome).toEqual({ error: { status: 0, error: '' } });
    expect(errorText('error' in outcome && outcome.error, 'Failed to load')).toBe('Failed to load');
  });

  it.each([200, 401, 403, 404, 502])(
    'an API call takes a foreign page with status %i for no answer, and tries again (UX-09)',
    async (status) => {
      const { services, sent } = fakeServices(() => new Response('<h1>Sign in to the network</h1>', { status }));
      expect(await request(rename, services, { token: null })).toEqual({ error: { status: 0, error: '' } });
      expect(sent).toHaveLength(4);
    },
  );

  it('an API call does not retry a 502 of the server itself', async () => {
    const server = fakeServices(() => json({ error: 'Failed to send verification code' }, 502));
    await request(rename, server.services, { token: null });
    expect(server.sent).toHaveLength(1);
  });

  it('an API call stops retrying when it is cancelled', async () => {
    const cancel = new AbortController();
    const { services, sent } = fakeServices(() => {
      cancel.abort();
      return 'no network';
    });
    await request(rename, services, { token: null, signal: cancel.signal });
    expect(sent).toHaveLength(1);
  });
});
