import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { Client, createGroup, freshPhone, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { COOLDOWN } from '../../support/sign-in.ts';

type Shown = { type: string; data: Record<string, unknown>; metadata: { actor: string } };

let owner: Client;
let stream: string;
const clock = movableClock();
const product = sharedProduct(undefined, clock);

beforeAll(async () => {
  owner = await signUp(product, { firstName: 'Marguerite' });
  stream = `group-${(await createGroup(owner, 'Night sailors')).group._id}`;
});

/** As the audit history lists it. */
const lastLook = async (): Promise<{ facts?: object }> => {
  const history = await supportJson<{ facts: object }[]>(product.dataDir, ['timeline', '--admin', userInfo().username]);
  return history.at(-1) ?? {};
};

describe('the support tool beside a running product', () => {
  it('the support tool lists streams by the prefix of their names (REPLAY-01)', async () => {
    const { streams } = await supportJson<{ streams: { stream: string }[] }>(product.dataDir, ['streams', 'group-']);
    expect(streams.map((each) => each.stream)).toEqual([stream]);
  });

  it('the support tool lists no more streams than asked for, those changed last, and counts all of them (REPLAY-01)', async () => {
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

  it('the support tool shows the events of a stream with personal data masked (REPLAY-01, REPLAY-03)', async () => {
    const { code, out } = await support(product.dataDir, ['show', stream]);
    expect(code).toBe(0);
    expect(out).toContain('GroupCreated');
    expect(out).toContain(owner.userId);
    expect(out).not.toContain('Night sailors');
    const looks = await supportJson<{ total: number }>(product.dataDir, ['streams', 'support-']);
    expect(looks.total).toBe(0);
  });

  it('the support tool shows personal data with --reveal, and records each access by command and stream (REPLAY-03)', async () => {
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

  it('the support tool finds who has a phone number, says why a sign-in failed, and records it (OPER-18)', async () => {
    const phone = freshPhone();
    const find = () => supportJson<{ userId: string | null; diagnosis: string }>(product.dataDir, ['find', phone]);
    expect(await find()).toMatchObject({ userId: null, diagnosis: 'No code was sent to this number.' });
    const person = await signUp(product, { phone });
    expect(await find()).toMatchObject({ userId: person.userId, diagnosis: 'The last code was accepted.' });
    clock.moveOn(COOLDOWN);
    await new Client(product).call('login', { body: { phoneNumber: phone } });
    await new Client(product).call('verifyLogin', { body: { phoneNumber: phone, verificationCode: '000000' } });
    const { out } = await support(product.dataDir, ['find', phone]);
    expect(out).toContain(`user-${person.userId} (active) has this number.`);
    expect(out).toContain('a wrong one was entered.');
    expect((await lastLook()).facts).toMatchObject({ command: 'find', about: `user-${person.userId}` });
  });

  it('the support tool finds people by a word of their name (OPER-19)', async () => {
    const found = await supportJson<{ kind: string; id: string }[]>(product.dataDir, ['find', 'margue']);
    expect(found).toMatchObject([{ kind: 'person', id: owner.userId }]);
  });

  it('the support tool finds who has an email address, and records it without the address (OPER-18)', async () => {
    const person = await signUp(product);
    await person.must('updateEmail', { body: { email: 'Marguerite@sailors.example' } });
    const found = await supportJson<{ id: string }[]>(product.dataDir, ['find', 'marguerite@sailors.example']);
    expect(found.map(({ id }) => id)).toEqual([person.userId]);
    expect((await lastLook()).facts).toMatchObject({ command: 'find', about: 'an email address' });
  });

  it('the support tool says what was counted for a network address, and records it without the address (OPER-18)', async () => {
    const stranger = new Client(product);
    const phoneNumber = freshPhone();
    await stranger.must('signup', { body: { phoneNumber } });
    await stranger.call('verifySignup', { body: { phoneNumber, verificationCode: '000000' } });
    const { code, out } = await support(product.dataDir, ['find', stranger.address]);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        '1 of 10 codes requested',
        '1 of 20 wrong codes entered',
        '0 of 10 wrong administrator logins',
      ]),
    );
    expect((await lastLook()).facts).toMatchObject({ command: 'find', about: 'a network address' });
  });

  it('the support tool finds an event of a group or a person by a word of a present or former name, also a cancelled one (OPER-19)', async () => {
    const { group } = await createGroup(owner, 'Event makers');
    const when = { date: '2030-05-14', time: '19:00', duration: 60 };
    const { event } = await owner.must('createEvent', {
      body: { ...when, groupId: group._id, name: 'Group-0-walrus', description: '' },
    });
    const params = { id: event._id };
    await owner.must('changeEvent', { params, body: { name: 'Meeting' } as never });
    const find = (...args: string[]) => supportJson<object[]>(product.dataDir, ['find', ...args]);
    const found = { stream: `entry-${event._id}`, name: 'Meeting', date: '2030-05-14 19:00' };
    expect(await find('walrus', '--group', group._id)).toMatchObject([{ ...found, cancelled: false }]);
    expect(await find('alrus', '--group', group._id)).toEqual([]);
    await owner.must('deleteEvent', { params });
    expect(await find('meeting', '--user', owner.userId)).toMatchObject([{ ...found, cancelled: true }]);
    expect((await lastLook()).facts).toMatchObject({ command: 'find', about: `user-${owner.userId}` });
  });

  it('the support tool exports the data of a person as a ZIP (OPER-21)', async () => {
    const file = join(product.dataDir, 'export.zip');
    const { code, out } = await support(product.dataDir, ['export', owner.userId, '--out', file]);
    expect([code, out]).toEqual([0, expect.stringContaining(`bytes of user-${owner.userId} are in ${file}.`)]);
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    const nobody = await support(product.dataDir, ['export', randomUUID(), '--out', `${file}2`]);
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringMatching(/^There is no person /)]);
  });

  it('the support tool shows how far each read model is behind (REPLAY-01)', async () => {
    const rows = await supportJson<{ model: string; parked: number }[]>(product.dataDir, ['lag']);
    expect(rows.map(({ model }) => model)).toContain('groups');
    expect(rows.every(({ parked }) => parked === 0)).toBe(true);
  });

  it('the support tool reports an intact log and correct read models as in order (REPLAY-01, AUDIT-04)', async () => {
    const { code, out } = await support(product.dataDir, ['verify']);
    expect(out).toContain('every read model matches it.\n');
    expect(code).toBe(0);
  });

  it('the support tool confirms that the keys match the log', async () => {
    const { code, out } = await support(product.dataDir, ['keys', 'check']);
    expect(out).toMatch(/^The keys match the log/);
    expect(code).toBe(0);
  });

  it('the support tool explains an invalid call, and exits with 2', async () => {
    const [unknown, missing, stranger] = await Promise.all([
      support(product.dataDir, ['polish']),
      support(product.dataDir, ['show']),
      support(product.dataDir, ['lag', '--reveal']),
    ]);
    expect(unknown).toMatchObject({ code: 2, err: 'There is no command "polish". See: npm run support -- --help\n' });
    expect(missing).toMatchObject({ code: 2, err: 'Usage: show <stream> [--reveal]\n' });
    expect(stranger.code).toBe(2);
  });

  it('the support tool rejects callers without the token in the data folder', async () => {
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
