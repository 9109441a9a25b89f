import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

type Shown = { type: string; data: Record<string, unknown>; metadata: { actor: string } };

let owner: Client;
let stream: string;
const product = sharedProduct();

beforeAll(async () => {
  owner = await signUp(product, { firstName: 'Marguerite' });
  stream = `group-${(await createGroup(owner, 'Night sailors')).group._id}`;
});

describe('the support tool beside a running product', () => {
  it('lists streams by the prefix of their names (REPLAY-01)', async () => {
    const { streams } = await supportJson<{ streams: { stream: string }[] }>(product.dataDir, ['streams', 'group-']);
    expect(streams.map((each) => each.stream)).toEqual([stream]);
  });

  it('lists no more streams than asked for, those changed last, and counts all of them (REPLAY-01)', async () => {
    type Streams = { streams: { stream: string; events: number }[]; total: number };
    const list = (...args: string[]) => supportJson<Streams>(product.dataDir, ['streams', ...args]);
    const second = `group-${(await createGroup(owner)).group._id}`;
    const third = `group-${(await createGroup(owner)).group._id}`;
    const body = { name: 'Day sailors', description: 'People who meet' };
    await owner.must('changeGroupDetails', { params: { id: stream.replace('group-', '') }, body });
    const shown = await supportJson<readonly unknown[]>(product.dataDir, ['show', stream]);
    const { streams, total } = await list('group-', '--limit', '2');
    expect(streams.map((each) => each.stream)).toEqual([stream, third]);
    expect(streams[0]?.events).toBe(shown.length);
    expect(total).toBe(3);
    expect((await list('group-')).streams.map((each) => each.stream)).toEqual([stream, third, second]);
    expect(await list('group-', '--limit', '0')).toEqual({ streams: [], total: 3 });
  });

  it('shows the events of a stream with personal data masked (REPLAY-01, REPLAY-03)', async () => {
    const { code, out } = await support(product.dataDir, ['show', stream]);
    expect(code).toBe(0);
    expect(out).toContain('GroupCreated');
    expect(out).toContain(owner.userId);
    expect(out).not.toContain('Night sailors');
    const looks = await supportJson<{ total: number }>(product.dataDir, ['streams', 'support-']);
    expect(looks.total).toBe(0);
  });

  it('shows personal data with --reveal, and records each access by command and stream (REPLAY-03)', async () => {
    const looking = [
      ['show', stream],
      ['state', stream],
      ['diff', stream, '--from', '0'],
    ] as const;
    for (const args of looking) await support(product.dataDir, [...args, '--reveal']);
    expect((await support(product.dataDir, ['show', stream, '--reveal'])).out).toContain('Night sailors');
    const { streams } = await supportJson<{ streams: { stream: string }[] }>(product.dataDir, ['streams', 'support-']);
    const looks = await Promise.all(
      streams.map(async (each) => (await supportJson<Shown[]>(product.dataDir, ['show', each.stream]))[0]),
    );
    expect(looks.every((look) => look?.type === 'PersonalDataRevealed')).toBe(true);
    const told = looks.map((look) => [look?.data.command, look?.data.about].join(' '));
    expect(told.toSorted()).toEqual([`diff ${stream}`, `show ${stream}`, `show ${stream}`, `state ${stream}`]);
  });

  it('shows how far each read model is behind (REPLAY-01)', async () => {
    const rows = await supportJson<{ model: string; parked: number }[]>(product.dataDir, ['lag']);
    expect(rows.map(({ model }) => model)).toContain('groups');
    expect(rows.every(({ parked }) => parked === 0)).toBe(true);
  });

  it('reports an intact log and correct read models as in order (REPLAY-01, AUDIT-04)', async () => {
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(out).toContain('every read model matches it.\n');
    expect(code).toBe(0);
  });

  it('confirms that the keys match the log', async () => {
    const { code, out } = await support(product.dataDir, ['keys', 'check']);
    expect(out).toMatch(/^The keys match the log/);
    expect(code).toBe(0);
  });

  it('explains an invalid call, and exits with 2', async () => {
    const [unknown, missing, stranger] = await Promise.all([
      support(product.dataDir, ['polish']),
      support(product.dataDir, ['show']),
      support(product.dataDir, ['lag', '--reveal']),
    ]);
    expect(unknown).toMatchObject({ code: 2, err: 'There is no command "polish". See: npm run support -- --help\n' });
    expect(missing).toMatchObject({ code: 2, err: 'Usage: show <stream> [--reveal]\n' });
    expect(stranger.code).toBe(2);
  });

  it('rejects callers without the token in the data folder', async () => {
    const sign = join(product.dataDir, 'support.json');
    const { port } = JSON.parse(await readFile(sign, 'utf8')) as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
    });
    expect(response.status).toBe(403);
    expect((await stat(sign)).mode & 0o077).toBe(0);
  });
});
