import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Client, createGroup, joinGroup, signUp, startProduct } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

let owner: Client;
let member: Client;
let groupId: string;
let inviteCode: string;

// The port changes with a restart, but invite links must not.
const product = sharedProduct({ PUBLIC_ORIGIN: 'https://quorum.example' });

beforeAll(async () => {
  owner = await signUp(product);
  member = await signUp(product);
  const created = await createGroup(owner);
  groupId = created.group._id;
  inviteCode = created.inviteCode;
  await joinGroup(member, inviteCode);
});

describe('an id chosen by a client', () => {
  it('an id chosen by a client must have a form that addresses accept', async () => {
    const id = randomUUID().toUpperCase();
    const sent = await member.call('sendMessage', { body: { groupId, content: 'Hello', id } });
    expect(sent.status).toBe(400);
    const fine = await member.must('sendMessage', { body: { groupId, content: 'Hello', id: id.toLowerCase() } });
    expect((await owner.call('deleteMessage', { params: { id: fine.message._id } })).status).toBe(200);
  });
});

describe('a query for days at the ends of the calendar', () => {
  it.each(['9999-12-31', '0000-01-01', '1899-12-31', '9000-01-01'])(
    'a query for days at the ends of the calendar refuses %s instead of failing',
    async (date) => {
      const event = { name: 'Regatta', date, time: '23:30', duration: 527_040 };
      expect((await owner.call('createEvent', { body: event })).status).toBe(400);
      const { name: _, ...times } = event;
      expect((await owner.call('checkConflicts', { body: times })).status).toBe(400);
      expect((await owner.call('events', { query: { startDate: date, endDate: date } })).status).toBe(400);
      const query = { startDate: date, endDate: date };
      expect((await owner.call('filesByDate', { params: { groupId }, query })).status).toBe(400);
    },
  );

  it.each(['8999-12-31', '1900-01-01'])(
    'a query for days at the ends of the calendar lists the events on %s',
    async (date) => {
      const { event } = await owner.must('createEvent', {
        body: { name: 'Regatta', date, time: '23:30', timeZone: 'UTC' },
      });
      const { events } = await owner.must('events', { query: { startDate: date, endDate: date, timeZone: 'UTC' } });
      expect(events.map(({ _id }) => _id)).toEqual([event._id]);
    },
  );
});

describe('paths', () => {
  it('paths match exactly, so that no response escapes the caching rules', async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    expect((await fetch(`${product.origin}/API/groups/my-groups`, { headers })).status).toBe(404);
    expect((await fetch(`${product.origin}/api/GROUPS/my-groups`, { headers })).status).toBe(404);
    const exact = await fetch(`${product.origin}/api/groups/my-groups`, { headers });
    expect([exact.status, exact.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});

describe('a repeated command of someone who has left since', () => {
  it("a repeated command of someone who has left since reveals nothing of the group's current state (CQRS-01, SAFE-02)", async () => {
    await owner.must('changeGroupSettings', { params: { id: groupId }, body: { allowMembersEditGroupDetails: true } });
    const left = await signUp(product);
    await joinGroup(left, inviteCode);
    const details = {
      params: { id: groupId },
      body: { name: 'Rowers', description: 'Early birds' },
      headers: { 'idempotency-key': randomUUID() },
    };
    await left.must('changeGroupDetails', details);
    const sending = {
      body: { groupId, content: 'Hello', id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
    };
    await left.must('sendMessage', sending);
    await owner.must('removeMember', { params: { id: groupId, userId: left.userId } });
    const renamed = { name: 'Secret rowers', description: 'Early birds' };
    await owner.must('changeGroupDetails', { params: { id: groupId }, body: renamed });

    // From then on only the log knows the command.
    await product.restart();
    const repeated = await left.call('changeGroupDetails', details);
    expect(repeated.status).toBe(403);
    expect(JSON.stringify(repeated.body)).not.toContain('Secret');
    expect((await left.call('sendMessage', sending)).status).toBe(403);
  });
});

describe('calls that wait for a position', () => {
  it('calls that wait for a position are rate limited before they wait, so that strangers cannot hold them open (CQRS-02, SAFE-06)', async () => {
    // Frozen clock: rate limits do not refill on slow machines.
    const limited = await startProduct({ REQUEST_RATE: '1' }, { now: () => 1_800_000_000_000 });
    try {
      const asked = async () => new Client(limited, 'y'.repeat(43)).call('me');
      await vi.waitUntil(async () => (await asked()).status === 401, { timeout: 60_000 });
      const stranger = new Client(limited, 'x'.repeat(43));
      stranger.position = 'zzzz';
      const statuses: number[] = [];
      const call = async (): Promise<void> => {
        statuses.push((await stranger.call('me')).status);
      };
      await Promise.all(Array.from({ length: 10 }, call));
      // Calls above the limit are answered while the others still wait.
      expect(statuses.slice(0, 6)).toEqual(new Array(6).fill(429));
      expect(statuses.slice(6)).toEqual([503, 503, 503, 503]);
    } finally {
      await limited.stop();
    }
  });
});
