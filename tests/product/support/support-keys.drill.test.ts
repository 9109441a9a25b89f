import { readFileSync } from 'node:fs';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import {
  Client,
  createGroup,
  freshPhone,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';
import { signInElsewhere } from '../../support/sign-in.ts';

const FORMER = Buffer.alloc(32, 7).toString('base64');
const NEXT = Buffer.alloc(32, 8).toString('base64');

let product: Product;
let clock: ReturnType<typeof movableClock>;
const begin = async (environment: Readonly<Record<string, string>>) => {
  clock = movableClock();
  product = await startProduct(environment, clock);
  const phone = freshPhone();
  const owner = await signUp(product, { phone, firstName: 'Philomena' });
  const { group } = await createGroup(owner);
  return { phone, owner, groupId: group._id };
};
afterEach(() => product.stop());

const contentsOf = async (client: Client, groupId: string) =>
  (await client.must('messages', { params: { groupId } })).messages.flatMap(({ content }) => content ?? []);

describe('rotating the master key', () => {
  it('rotating the master key wraps all keys with a new one while messages flow, and the product starts with that one alone (SAFE-15)', async () => {
    const { phone, owner, groupId } = await begin({ MASTER_KEY: FORMER });
    const sent: string[] = [];
    let rotating = true;
    const flow = async (): Promise<void> => {
      while (rotating) {
        const content = `message ${sent.length}`;
        await owner.must('sendMessage', { body: { groupId, content } });
        sent.push(content);
      }
    };
    const flowing = flow();
    await until(() => sent.length > 0);
    const rotated = await support(product.dataDir, ['keys', 'rotate'], { NEW_MASTER_KEY: NEXT });
    const newcomer = await signUp(product);
    rotating = false;
    await flowing;
    expect(rotated.err).toBe('');
    expect(rotated.out).toContain('Every key is wrapped with the new master key');
    expect(rotated.out).toContain('keys retire');
    expect(await supportJson(product.dataDir, ['keys', 'check'])).toEqual({ unopened: 0, rotating: true });

    await product.restart({ MASTER_KEY: NEXT });
    // The newest page.
    expect(await contentsOf(new Client(product, owner.token), groupId)).toEqual(sent.slice(-50));
    expect((await new Client(product, newcomer.token).must('me')).user._id).toBe(newcomer.userId);
    // The number is found under its name, which is derived from a secret that did not change.
    expect((await signInElsewhere(product, clock, phone)).userId).toBe(owner.userId);
    expect(await supportJson(product.dataDir, ['keys', 'check'])).toEqual({ unopened: 0, rotating: false });
    await expect(product.restart({ MASTER_KEY: FORMER })).rejects.toThrow(
      'MASTER_KEY (or the file that stands in for it)',
    );
    await product.restart({ MASTER_KEY: NEXT });
  });

  it('rotating the master key keeps the former key valid until the product was started with the new one', async () => {
    const { owner, groupId } = await begin({ MASTER_KEY: FORMER });
    await owner.must('sendMessage', { body: { groupId, content: 'before' } });
    await support(product.dataDir, ['keys', 'rotate'], { NEW_MASTER_KEY: NEXT });
    const early = await support(product.dataDir, ['keys', 'retire']);
    expect(early).toMatchObject({ code: 1, out: '' });
    expect(early.err).toContain('start it with the new one first');
    await product.restart({ MASTER_KEY: FORMER });
    expect(await contentsOf(new Client(product, owner.token), groupId)).toEqual(['before']);
    const another = await support(product.dataDir, ['keys', 'rotate'], {
      NEW_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    expect(another.err).toContain('Another rotation of the master key is unfinished');
    const again = await supportJson(product.dataDir, ['keys', 'rotate']);
    expect(again).toEqual({ wrapped: 0, over: false });
  });

  it('rotating the master key replaces the development key file, even of a stopped product, and keeps former ones, without a restart (OPER-06, OPER-07)', async () => {
    const { owner, groupId } = await begin({});
    const file = `${product.dataDir}.master-key`;
    const former = readFileSync(file, 'utf8');
    expect(await supportJson(product.dataDir, ['keys', 'rotate'])).toMatchObject({ over: true });
    const second = readFileSync(file, 'utf8');
    expect(second).not.toBe(former);
    // The running product has finished the rotation, and begins another one.
    expect(await supportJson(product.dataDir, ['keys', 'check'])).toEqual({ unopened: 0, rotating: false });
    expect(await supportJson(product.dataDir, ['keys', 'rotate'])).toMatchObject({ over: true });
    const third = readFileSync(file, 'utf8');
    const { former: kept } = await supportJson<{ former: { path: string; until: string }[] }>(product.dataDir, [
      'keys',
      'retire',
    ]);
    expect(kept.map(({ path }) => readFileSync(path, 'utf8'))).toEqual([former, second]);
    expect(kept.every(({ until }) => Date.parse(until) <= Date.now())).toBe(true);
    await owner.must('sendMessage', { body: { groupId, content: 'between' } });
    await product.running.stop();
    expect(await supportJson(product.dataDir, ['keys', 'rotate'])).toMatchObject({ over: true });
    expect(readFileSync(file, 'utf8')).not.toBe(third);
    await product.restart();
    expect(await contentsOf(new Client(product, owner.token), groupId)).toEqual(['between']);
  });

  it.each([
    [{}, 'Set NEW_MASTER_KEY to the new key'],
    [{ NEW_MASTER_KEY: 'short' }, 'NEW_MASTER_KEY is malformed'],
    [{ NEW_MASTER_KEY: FORMER }, 'NEW_MASTER_KEY is already the current key'],
  ])('rotating the master key reports what is missing: %o', async (environment, line) => {
    await begin({ MASTER_KEY: FORMER });
    const { code, err } = await support(product.dataDir, ['keys', 'rotate'], environment);
    expect(err).toContain(line);
    expect(code).toBe(2);
  });
});
