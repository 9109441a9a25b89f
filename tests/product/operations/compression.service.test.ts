import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createGroup, type Product, signUp, startProduct } from '../../support/product.ts';

describe('the compression of responses', () => {
  let product: Product;
  let owner: Client;
  let groupId: string;
  beforeAll(async () => {
    product = await startProduct();
    owner = await signUp(product);
    groupId = (await createGroup(owner)).group._id;
    for (let n = 0; n < 4; n += 1)
      await owner.must('sendMessage', { body: { groupId, content: `${n} ${'the same words again '.repeat(40)}` } });
    for (const where of [groupId, 'my-q'])
      for (let n = 1; n <= 4; n += 1)
        await owner.must('createEvent', {
          body: {
            name: 'Rowing',
            description: 'on the river '.repeat(40),
            date: `2099-05-0${n}`,
            time: '10:00',
            duration: 60,
            groupId: where,
            timeZone: 'UTC',
          },
        });
  });
  afterAll(() => product.stop());

  const ask = async (name: RouteName, groupInQuery: string | undefined, accepted = 'br, gzip') => {
    const range = { startDate: '2099-05-01', endDate: '2099-05-31' };
    const query = name === 'events' ? { ...range, ...(groupInQuery && { groupId: groupInQuery }) } : undefined;
    const answered = await owner.call(name, {
      params: { groupId, id: groupId },
      ...(query && { query }),
      headers: { 'accept-encoding': accepted },
    });
    expect(answered.status).toBe(200);
    return { ...answered, encoding: answered.headers.get('content-encoding'), vary: answered.headers.get('vary') };
  };

  it('the compression of responses is used for the shared content of one group, if the client accepts it', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const chat = await ask('messages', undefined, accepted);
      expect(chat).toMatchObject({ encoding, vary: expect.stringContaining('Accept-Encoding') });
      expect(JSON.stringify(chat.body)).toContain('the same words again the same words again');
      expect(await ask('events', groupId, accepted)).toMatchObject({ encoding });
    }
  });

  it('the compression of responses is not used for short responses', async () => {
    expect(await ask('groupMembers', undefined)).toMatchObject({ encoding: null });
  });

  it('the compression of responses is not used for responses that mix texts of several groups, so that no length leaks one to another', async () => {
    for (const where of [undefined, 'my-q'])
      expect(await ask('events', where)).toMatchObject({
        encoding: null,
        vary: expect.not.stringContaining('Encoding'),
      });
  });

  it('the compression of responses is declared for no route whose response contains a token, a code or an invitation', () => {
    const compressed = Object.entries(routes).filter(([, route]) => 'compress' in route);
    expect(compressed.map(([name]) => name).sort()).toEqual([
      'addressAutocomplete',
      'events',
      'filesByDate',
      'groupMembers',
      'imagesByDate',
      'linksByDate',
      'messages',
      'pins',
    ]);
  });
});
