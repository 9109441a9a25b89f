import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { describe, expect, it, vi } from 'vitest';
import { type Client, createGroup, joinGroup, movableClock, signUp } from '../../../support/product.ts';
import { sharedProduct } from '../../../support/shared-product.ts';

const clock = movableClock();
const product = sharedProduct({}, clock);

const preview = async (client: Client, code: string): Promise<number> =>
  (await client.call('previewGroup', { params: { code } })).status;
const wrongCode = (right: string, index: number): string =>
  String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0');

/** People at one address, who signed up at their own. */
const crowd = async (size: number): Promise<Client[]> => {
  const people: Client[] = [];
  for (let count = 0; count < size; count++) people.push(await signUp(product));
  for (const person of people) person.address = '203.0.113.7';
  return people;
};

describe('wrong join codes at one address', () => {
  it('wrong join codes at one address count once per account, thirty accounts an hour, and block only those who missed (SAFE-14)', async () => {
    const { sixDigitCode, inviteCode } = await createGroup(await signUp(product));
    const people = await crowd(32);
    const [first, second] = people as [Client, Client];
    // Many misses of one account count once.
    for (let miss = 0; miss < 10; miss++) expect(await preview(first, wrongCode(sixDigitCode, miss))).toBe(404);
    expect(await preview(second, wrongCode(sixDigitCode, 0))).toBe(404);
    expect(await preview(second, sixDigitCode)).toBe(200);
    for (const person of people.slice(2, 30)) expect(await preview(person, wrongCode(sixDigitCode, 1))).toBe(404);

    // Thirty accounts have missed: they get no further try at a code, and the next one to miss is refused.
    expect(await preview(second, sixDigitCode)).toBe(429);
    const [guesser, honest] = people.slice(30) as [Client, Client];
    expect(await preview(guesser, wrongCode(sixDigitCode, 2))).toBe(429);
    expect(await preview(guesser, sixDigitCode)).toBe(429);
    expect(await preview(honest, sixDigitCode)).toBe(200);
    // A link is too long to guess, so other people's misses do not matter.
    expect([await preview(second, inviteCode), await preview(guesser, inviteCode)]).toEqual([200, 200]);

    clock.moveOn(3_601_000);
    expect(await preview(second, sixDigitCode)).toBe(200);
  });
});

const NONE_FREE = [503, 'No invitation codes are available right now. Please try again later.'];

const create = async (owner: Client) => {
  const { status, error } = await owner.call('createGroup', {
    body: { name: 'Rowing club', description: 'People who meet' },
  });
  return [status, error];
};

it('running out of invitation codes is a clear refusal, and existing codes still lead to their group', async () => {
  const [owner, guest] = [await signUp(product), await signUp(product)];
  // Every code drawn from now on is the same.
  vi.spyOn(systemIds, 'integer').mockReturnValue(7);
  const { group, inviteCode, sixDigitCode } = await createGroup(owner);
  expect(sixDigitCode).toBe('000007');

  expect(await create(owner)).toEqual(NONE_FREE);
  const renewed = await owner.call('renewInvitation', { params: { id: group._id } });
  expect([renewed.status, renewed.error]).toEqual(NONE_FREE);
  await joinGroup(guest, inviteCode);
  expect((await owner.must('myGroups')).groups).toHaveLength(1);

  vi.restoreAllMocks();
  expect(await create(owner)).toEqual([200, '']);
});
