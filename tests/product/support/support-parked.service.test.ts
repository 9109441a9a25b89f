import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { expect, it } from 'vitest';
import { fileKeyOf } from '../../support/data-file.ts';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

type Parked = {
  readonly id: string;
  readonly model: string;
  readonly position: string;
  readonly parkedAt: string;
};

const product = sharedProduct();

/** As a newer version of the product would have written it. */
const appendUnknown = async (stream: string): Promise<void> => {
  await product.running.stop();
  const log = await SqliteEventLog.open({
    folder: join(product.dataDir, 'events'),
    fileKey: fileKeyOf(product.dataDir),
  });
  const { length } = await log.read(stream);
  await log.append(stream, [{ id: randomUUID(), type: 'GroupPainted', data: '{}', metadata: '{}' }], length - 1);
  await log.close();
  await product.restart();
};

it('support lists parked events, retries one and discards it (REPLAY-01)', async () => {
  const { group } = await createGroup(await signUp(product));
  await appendUnknown(`group-${group._id}`);
  const parked = () => supportJson<Parked[]>(product.dataDir, ['parked']);
  // Those that react to events park it too, each in its own time.
  const parkers = ['groups', 'link-previews', 'process-managers'];
  await until(async () => {
    const models = (await parked()).map(({ model }) => model);
    return parkers.every((name) => models.includes(name));
  });
  const found = await parked();
  const { id, position, parkedAt } = found.find(({ model }) => model === 'groups') as Parked;
  for (const each of found)
    expect(each).toMatchObject({
      id: `${each.model}/${position}`,
      type: 'GroupPainted',
      stream: `group-${group._id}`,
      reason: 'unknown event type',
      attempts: expect.any(Number),
    });
  expect(Date.parse(parkedAt)).toBeGreaterThan(0);
  const told = await support(product.dataDir, ['parked']);
  expect(told.out).toContain(`${id}  GroupPainted of group-${group._id}, since ${parkedAt}, `);
  expect(told.code).toBe(1);

  const retried = await support(product.dataDir, ['parked', 'retry', id]);
  expect(retried.out).toContain(`${id} still cannot be applied.`);
  expect(retried.code).toBe(1);
  expect((await support(product.dataDir, ['parked', 'drop', id])).code).toBe(0);
  expect((await parked()).map((each) => each.id)).toEqual(found.map((each) => each.id).filter((each) => each !== id));
  const again = await support(product.dataDir, ['parked', 'drop', id]);
  expect(again).toMatchObject({ code: 1, err: `There is no parked event ${id}. List them with: parked\n` });
});
