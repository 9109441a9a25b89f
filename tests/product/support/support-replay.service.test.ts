import { beforeAll, describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment, adminHeaders } from '../../support/administrator.ts';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

type State = { revision: number; state: { name: string; description: string } };
type Row = { type: string; at: string; actor: string };

let owner: Client;
let groupId: string;
let stream: string;
const product = sharedProduct(adminEnvironment);

beforeAll(async () => {
  owner = await signUp(product);
  groupId = (await createGroup(owner, 'Night sailors')).group._id;
  stream = `group-${groupId}`;
  await owner.must('changeGroupDetails', {
    params: { id: groupId },
    body: { name: 'Day sailors', description: 'People who meet' },
  });
});

describe('the past state of a group', () => {
  it('the past state of a group is shown at a revision and at a time (REPLAY-01)', async () => {
    const first = await supportJson<State>(product.dataDir, ['state', stream, '--at', '0', '--reveal']);
    expect(first.state.name).toBe('Night sailors');
    const [, second] = await supportJson<{ recordedAt: string }[]>(product.dataDir, ['show', stream]);
    const then = await supportJson<State>(product.dataDir, [
      'state',
      stream,
      '--at',
      second?.recordedAt ?? '',
      '--reveal',
    ]);
    expect(then.state.name).toBe('Day sailors');
    const { code, err } = await support(product.dataDir, ['state', stream, '--at', '2020-05-12 19:00']);
    expect(err).toMatch(/did not exist then: it began at/);
    expect(code).toBe(1);
  });

  it('the past state of a group has personal data masked (REPLAY-03)', async () => {
    const { out } = await support(product.dataDir, ['state', stream]);
    expect(out).toContain('"name": "•••"');
    expect(out).not.toContain('sailors');
  });

  it('the past states of a group can be compared between two revisions, with the events in between (REPLAY-01)', async () => {
    const { out } = await support(product.dataDir, ['diff', stream, '--from', '0', '--reveal']);
    expect(out).toContain('name: "Night sailors" → "Day sailors"');
    expect(out).toContain(`GroupDetailsChanged  by ${owner.userId}`);
  });

  it('the comparison of two states names the changed fields although their texts are masked (REPLAY-01, REPLAY-03)', async () => {
    const { out } = await support(product.dataDir, ['diff', stream, '--from', '0']);
    expect(out).toContain('name: "•••" → "•••"\n');
    expect(out).not.toMatch(/sailors|description:|Nothing changed/);
  });

  it('the past state of a group is refused for an unknown time format', async () => {
    const { code, err } = await support(product.dataDir, ['state', stream, '--at', 'last Tuesday']);
    expect(err).toBe('--at must be a time like "2026-05-12 19:00" or a revision like 12, not "last Tuesday".\n');
    expect(code).toBe(2);
  });

  it('the timeline shows the history of a group and of a person (REPLAY-01)', async () => {
    const ofGroup = await support(product.dataDir, ['timeline', '--group', groupId]);
    expect(ofGroup.out).toMatch(/GroupCreated.*\n(.*\n)*.*GroupDetailsChanged/);
    const ofPerson = await support(product.dataDir, ['timeline', '--user', owner.userId]);
    expect(ofPerson.out).toContain('UserRegistered');
    expect(ofPerson.out).toContain('GroupDetailsChanged');
    const [first] = await supportJson<readonly Row[]>(product.dataDir, ['timeline', '--user', owner.userId]);
    expect(first).toMatchObject({ type: 'UserRegistered', at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(ofPerson.out).toContain(`${first?.at}  UserRegistered  by ${first?.actor}  `);
  });

  it('the timeline is listed by kind and time, and says who does not exist (OPER-19, OPER-20)', async () => {
    const list = (...more: readonly string[]) =>
      supportJson<readonly Row[]>(product.dataDir, ['timeline', '--group', groupId, ...more]);
    const all = await list();
    const [created] = all;
    expect((await list('--kind', 'group')).map(({ type }) => type)).toContain('GroupCreated');
    expect(await list('--kind', 'message')).toEqual([]);
    expect(await list('--to', created?.at ?? '')).toEqual([]);
    expect(await list('--from', created?.at ?? '')).toEqual(all);

    const wrong = await support(product.dataDir, ['timeline', '--group', groupId, '--kind', 'party']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^--kind must be one of account, /)]);
    const nobody = await support(product.dataDir, ['timeline', '--user', 'nobody']);
    expect([nobody.code, nobody.err]).toEqual([1, 'There is no person nobody.\n']);
  });

  it('the timeline lists what an administrator did by login (OPER-20)', async () => {
    const admin = new Administrator(product);
    await admin.must('adminSignIn');
    const rows = await supportJson<readonly Row[]>(product.dataDir, ['timeline', '--admin', adminHeaders.username]);
    expect(rows.map(({ type }) => type)).toContain('AdminSignedIn');
    expect(await supportJson<readonly Row[]>(product.dataDir, ['timeline', '--admin', 'another'])).toEqual([]);
  });

  it('the past state of a group is the same once the product is stopped (REPLAY-01)', async () => {
    await product.running.stop();
    const then = await supportJson<State>(product.dataDir, ['state', stream, '--at', '0', '--reveal']);
    expect(then.state.name).toBe('Night sailors');
  });
});
