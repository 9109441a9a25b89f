import { randomUUID } from 'node:crypto';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment, adminHeaders } from '../../support/administrator.ts';
import { logOf } from '../../support/log-of.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { badQueries } from './bad-queries.ts';
import { type Facts, goodBodies, paramsFor } from './good-input.ts';
import { proposal } from './permission-table.ts';

let owner: Client;
let unfinished: Client;
let facts: Facts;

const product = sharedProduct(adminEnvironment);

beforeAll(async () => {
  owner = await signUp(product);
  unfinished = await signUp(product, { complete: false });
  const member = await signUp(product);
  const { group, inviteCode } = await createGroup(owner);
  await joinGroup(member, inviteCode);
  const { message } = await member.must('sendMessage', { body: { groupId: group._id, content: 'Hello' } });
  const { event } = await owner.must('createEvent', {
    body: { name: 'Regatta', date: '2030-05-14', time: '9:30', groupId: group._id },
  });
  const { poll } = await owner.must('openPoll', { body: { ...proposal, groupId: group._id } });
  const made = { messageId: message._id, entryId: event._id, pollId: poll._id };
  facts = { groupId: group._id, ...made, memberId: member.userId, inviteCode };
  // The last automatic appends: the announcements of the event and the poll.
  await until(async () => {
    const streams = new Set((await logOf(product.dataDir)).map(({ stream }) => stream));
    return [event, poll].every(({ _id }) => streams.has(`message-${_id}`));
  });
});

const table = Object.entries(routes) as [RouteName, Route][];
const withBody = table.filter(([, route]) => route.body !== undefined);
const closed = table.filter(([, { permission }]) => permission.access === 'session' || permission.access === 'profile');
const byName = (name: RouteName): string => name;

const pathOf = (name: RouteName, params: Record<string, string>): string =>
  routes[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));

type Sent = {
  method?: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
  search?: string;
};

/** The caller's headers. */
const allowed = (name: RouteName): Record<string, string> => ({
  authorization: `Bearer ${owner.token}`,
  ...(routes[name].permission.access === 'admin' ? adminHeaders : {}),
});

/** Sends a malformed request, and checks that the answer has the form of every refusal. */
const send = async (name: RouteName, given: Sent): Promise<{ status: number; error: string; headers: Headers }> => {
  const {
    method = routes[name].method,
    params = paramsFor(name, facts),
    headers = {},
    body = null,
    search = '',
  } = given;
  const response = await fetch(`${product.origin}${pathOf(name, params)}${search}`, {
    method,
    headers: { ...allowed(name), 'content-type': 'application/json', ...headers },
    body: method === 'GET' ? null : body,
  });
  const text = await response.text();
  expect(response.headers.get('content-type'), `${name}: ${text}`).toMatch(/^application\/json/);
  const { error } = JSON.parse(text) as { error: string };
  expect(error, name).toMatch(/\S/);
  expect(text, name).not.toMatch(/node_modules|\.ts:|Error:|at \w+ \(/);
  expect(Object.keys(JSON.parse(text) as object), name).toEqual(['error']);
  return { status: response.status, error, headers: response.headers };
};

/** Runs it and returns the types of the events appended meanwhile. */
const appendedBy = async (run: () => Promise<void>): Promise<string[]> => {
  const before = (await logOf(product.dataDir)).length;
  await run();
  return (await logOf(product.dataDir)).slice(before).map(({ type }) => type);
};

const refusedByAll = async (
  names: readonly (readonly [RouteName, Route])[],
  status: number,
  sent: (name: RouteName) => Sent,
): Promise<void> => {
  const appended = await appendedBy(async () => {
    const statuses = await Promise.all(
      names.map(async ([name]) => [byName(name), (await send(name, sent(name))).status]),
    );
    expect(statuses.filter(([, found]) => found !== status)).toEqual([]);
  });
  expect(appended).toEqual([]);
};

const json = (name: RouteName): string => JSON.stringify(goodBodies(facts)[name] ?? {});

describe('refused calls', () => {
  it('every call without a token, or with an invented one, is refused and appends nothing (PERM-04, SAFE-02, API-03)', async () => {
    await refusedByAll(closed, 401, (name) => ({ headers: { authorization: '' }, body: json(name) }));
    await refusedByAll(closed, 401, (name) => ({
      headers: { authorization: `Bearer ${'x'.repeat(43)}` },
      body: json(name),
    }));
    await refusedByAll(closed, 401, (name) => ({
      headers: { authorization: 'Basic YWRtaW46YWRtaW4=' },
      body: json(name),
    }));
    await refusedByAll(closed, 401, (name) => ({
      headers: { authorization: `Bearer ${'x'.repeat(5000)}` },
      body: json(name),
    }));
  });

  it('every call that needs a complete profile is refused without one and appends nothing (PERM-01, SAFE-02)', async () => {
    const needsProfile = table.filter(([, { permission }]) => permission.access === 'profile');
    const headers = { authorization: `Bearer ${unfinished.token}` };
    await refusedByAll(needsProfile, 403, (name) => ({ headers, body: json(name) }));
  });

  it('every command from a page of another origin is refused and appends nothing (SAFE-06)', async () => {
    const changing = table.filter(([, { method }]) => method !== 'GET');
    for (const origin of ['https://evil.example', 'null', product.origin.replace('http:', 'https:')]) {
      await refusedByAll(changing, 403, (name) => ({ headers: { origin }, body: json(name) }));
    }
  });

  it('every call with a body of invalid JSON, or of JSON that is not an object, is refused and appends nothing (API-03)', async () => {
    for (const body of ['{', '{"name":', 'nonsense', '[1,2]', '"text"', 'null']) {
      await refusedByAll(withBody, 400, () => ({ body }));
    }
  });

  it('every call with a body of another content type is refused and appends nothing (SAFE-06)', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/xml']) {
      await refusedByAll(withBody, 415, (name) => ({ headers: { 'content-type': type }, body: json(name) }));
    }
    const uploads = table.filter(([, { upload }]) => upload !== undefined);
    await refusedByAll(uploads, 415, () => ({ body: '{}' }));
  });

  it('every call with a body that is too large is refused and appends nothing (SAFE-06)', async () => {
    const tooLarge = (name: RouteName) => 'x'.repeat(((routes[name] as Route).bodyBytes ?? limits.jsonBody) + 1);
    await refusedByAll(withBody, 413, (name) => ({ body: JSON.stringify({ content: tooLarge(name) }) }));
  });

  it('every call with an unsupported method is refused and appends nothing', async () => {
    await refusedByAll(
      table.filter(([name]) => name !== 'developmentSms'),
      405,
      () => ({ method: 'PATCH', body: '{}' }),
    );
  });

  it('a call with an unsupported method is answered with the methods of the path, if it has any (RUN-16)', async () => {
    const allowed = async (path: string) =>
      (await fetch(`${product.origin}${path}`, { method: 'PATCH' })).headers.get('allow');
    expect([await allowed('/api/auth/me'), await allowed('/api/auth/sessions')]).toEqual(['GET', 'GET, DELETE']);
    expect(await allowed('/api/nothing')).toBeNull();
    // This path is not the one of a group whose id is `my-groups`.
    expect(await allowed('/api/groups/my-groups')).toBe('GET');
    expect((await fetch(`${product.origin}/api/groups/my-groups`, { method: 'DELETE' })).status).toBe(405);
  });

  it('a call with an Idempotency-Key of more than 200 characters is refused (RUN-16)', async () => {
    const checkIn = (length: number) => owner.call('checkIn', { headers: { 'idempotency-key': 'k'.repeat(length) } });
    expect([(await checkIn(200)).status, (await checkIn(201)).status]).toEqual([200, 400]);
  });

  it('every call with a body that misses a field, or has one of the wrong type or far too long, is refused and appends nothing (LIMIT-28, API-03)', async () => {
    const bodies = goodBodies(facts);
    const optional =
      /^(colorIndex|settings|duration|description|groupId|adminNotes|deleteEvents|level|mutedUntil|guests|seats|minutes)$/;
    const appended = await appendedBy(async () => {
      for (const [name] of withBody) {
        const good = bodies[name];
        if (good === undefined) throw new Error(`${name} has no example`);
        for (const [field, value] of Object.entries(good)) {
          const wrong: unknown[] = [{ a: 1 }, ['x'], 'x'.repeat(20_000), typeof value === 'number' ? 'two' : 12_345.5];
          if (!optional.test(field)) wrong.push(undefined, null);
          for (const bad of wrong) {
            const answer = await send(name, { body: JSON.stringify({ ...good, [field]: bad }) });
            expect([byName(name), field, answer.status]).toEqual([name, field, 400]);
          }
        }
      }
    });
    expect(appended).toEqual([]);
  });

  const unknowns = [randomUUID(), 'nope', '..%2f..', '%00', 'x'.repeat(300), "' OR 1=1 --", '__proto__'];

  it('every call that names something that does not exist is refused and appends nothing but counted guesses (API-03)', async () => {
    const bodies = goodBodies(facts);
    const appended = await appendedBy(async () => {
      for (const [name, { path }] of table.filter(
        ([name, route]) => name !== 'auditChain' && route.path.includes(':'),
      )) {
        for (const unknown of unknowns) {
          const params = Object.fromEntries(Object.keys(paramsFor(name, facts)).map((key) => [key, unknown]));
          const search = path.includes('/group/') ? '?startDate=2030-01-01&endDate=2030-01-31' : '';
          const { status } = await send(name, {
            params,
            search,
            body: JSON.stringify(bodies[name] ?? {}),
            ...multipart(name),
          });
          // A group that does not exist answers like one of others.
          expect([400, 403, 404], `${name} ${unknown}`).toContain(status);
        }
      }
      for (const name of ['chooseColor', 'pinGroup', 'sendMessage', 'createEvent'] as const) {
        const body = JSON.stringify({ ...bodies[name], groupId: randomUUID() });
        expect((await send(name, { body })).status, name).toBe(403);
      }
      const unknownReport = JSON.stringify({ ...bodies.reviewReport, reportId: randomUUID() });
      expect((await send('reviewReport', { body: unknownReport })).status).toBe(404);
      for (const name of ['report', 'readGroupUpTo'] as const) {
        expect(
          (await send(name, { body: JSON.stringify({ ...bodies[name], messageId: randomUUID() }) })).status,
          name,
        ).toBe(404);
      }
    });
    // Guesses at invitations are counted, so that they can be limited.
    expect(appended.filter((type) => type !== 'AttemptCounted')).toEqual([]);
  });

  const multipart = (name: RouteName): Sent => {
    const { upload } = routes[name] as Route;
    if (upload === undefined) return {};
    const body = `--b\r\nContent-Disposition: form-data; name="${upload}"; filename="a.png"\r\n\r\n\x89PNG\r\n--b--\r\n`;
    return { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body };
  };

  // Read-only requests leave no line, so this is no refusal.
  it('the audit history of an unknown request is empty', async () => {
    const admin = new Administrator(product);
    for (const correlationId of unknowns) {
      const chain = await admin.must('auditChain', { params: { correlationId } });
      expect(chain, correlationId).toEqual({ lines: [], earlier: [], intact: true, next: null });
    }
  });

  it('a call with a query that its route does not accept is refused', async () => {
    for (const [name, search] of badQueries)
      expect((await send(name, { search })).status, `${name} ${search}`).toBe(400);
  });

  it('a call to a path that does not exist is refused', async () => {
    for (const path of ['/api/nothing', '/api/', '/api/groups//', '/api/auth/login/extra', '/api/%E0%A4%A']) {
      const response = await fetch(`${product.origin}${path}`, { headers: { authorization: `Bearer ${owner.token}` } });
      expect(response.status, path).toBe(404);
      expect(((await response.json()) as { error: string }).error).toMatch(/\S/);
    }
  });
});
