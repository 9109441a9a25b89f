import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

type Parked = { readonly id: string; readonly model: string; readonly position: string; readonly reason: string };
type Row = { readonly model: string; readonly behind: number; readonly parked: number };

let isBroken = true;
const removed: string[] = [];

/** Files cannot be removed, so that the process manager that removes those of deleted messages always fails. */
const withBrokenFiles = (engines: Engines): Engines => ({
  ...engines,
  files: {
    write: (...given) => engines.files.write(...given),
    read: (...given) => engines.files.read(...given),
    list: (...given) => engines.files.list(...given),
    ping: () => engines.files.ping(),
    remove: async (id) => {
      if (isBroken) throw new TypeError('broken');
      removed.push(id);
      await engines.files.remove(id);
    },
  },
});

/** Frozen, so that a retry is never due by itself. */
const clock = { now: () => 1_800_000_000_000, moveOn: () => {} };

const product = sharedProduct(adminEnvironment, clock, withBrokenFiles);

const parked = () => supportJson<Parked[]>(product.dataDir, ['parked']);
const rowOf = async (name: string): Promise<Row | undefined> =>
  (await supportJson<Row[]>(product.dataDir, ['lag'])).find(({ model }) => model === name);

/** Deletes a message with a file. @returns the parked removal of the file. */
const parkRemoval = async (): Promise<Parked> => {
  isBroken = false;
  const person = await signUp(product);
  const { group } = await createGroup(person);
  const form = fileForm('file', smallPicture(), { groupId: group._id });
  const { message } = await person.must('sendFile', { form });
  isBroken = true;
  await person.must('deleteMessage', { params: { id: message._id } });
  await until(async () => (await parked()).length > 0);
  return (await parked())[0] as Parked;
};

describe('an event that a process manager cannot process', () => {
  beforeEach(async () => {
    for (const { id } of await parked()) await support(product.dataDir, ['parked', 'drop', id]);
  });

  it('an event that a process manager cannot process is parked with its reason, and the checkpoint is past it, also after a restart (CQRS-12)', async () => {
    const { id, reason } = await parkRemoval();
    expect(id).toMatch(/^drop-files\/\d+$/);
    expect(reason).toMatch(/^TypeError at /);
    await product.restart();
    await until(async () => (await rowOf('process-managers'))?.behind === 0);
    expect(await rowOf('drop-files')).toMatchObject({ parked: 1 });
    expect((await parked()).map((each) => each.id)).toEqual([id]);
  });

  it('an event that a process manager cannot process makes lag fail and the deep check of readiness, and no other (OPER-14)', async () => {
    await parkRemoval();
    expect((await support(product.dataDir, ['lag'])).code).toBe(1);
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
    const deep = await fetch(`${product.origin}/readyz?deep`);
    expect([deep.status, await deep.json()]).toEqual([
      503,
      { ready: false, parts: expect.objectContaining({ parked: '1 event', disk: true }) },
    ]);
  });

  it('an event that a process manager cannot process is shown in the admin panel and counted by a metric (CQRS-12)', async () => {
    const { model, position } = await parkRemoval();
    const { body } = await new Administrator(product).call('parkedEvents');
    expect(body).toMatchObject({ total: 1, parked: [{ by: 'process manager', model, position, waiting: 0 }] });
    const metrics = await (await fetch(`${product.origin}/metrics`)).text();
    expect(metrics).toMatch(/^quorum_parked_reactions 1$/m);
  });

  it('an event that a process manager cannot process is retried on demand, and processed once its cause is gone (CQRS-12)', async () => {
    const { id } = await parkRemoval();
    const failed = await support(product.dataDir, ['parked', 'retry', id]);
    expect(failed).toMatchObject({ code: 1, out: `${id} still cannot be processed. Parked now: 1.\n` });
    isBroken = false;
    const before = removed.length;
    const processed = await support(product.dataDir, ['parked', 'retry', id]);
    expect(processed).toMatchObject({ code: 0, out: `${id} was processed. Parked now: 0.\n` });
    expect(removed.length).toBeGreaterThan(before);
  });

  it('an event that a process manager cannot process can be dropped, and is not retried after that (CQRS-12)', async () => {
    const { id } = await parkRemoval();
    expect((await support(product.dataDir, ['parked', 'drop', id])).code).toBe(0);
    await product.restart();
    await until(async () => (await rowOf('process-managers'))?.behind === 0);
    expect(await parked()).toEqual([]);
  });
});
