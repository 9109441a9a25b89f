import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from '../../engines/eventstore-server/server.ts';
import { fileForm } from '../../support/file-form.ts';
import { support } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, freshPhone, movableClock, signUp, startProduct } from '../../support/product.ts';
import { signInElsewhere } from '../../support/sign-in.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

let folder: string;
let server: EventStoreServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-move-'));
  server = await startEventStoreServer();
});
afterEach(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

/** What a person sees of a group, including the bytes of its file. */
const seenBy = async (reader: Client, groupId: string) => {
  const { messages } = await reader.must('messages', { params: { groupId } });
  const file = await reader.file(messages.find(({ fileUrl }) => fileUrl !== undefined)?.fileUrl);
  return { contents: messages.map(({ content }) => content), file: await file.text() };
};

it('a backup with the settings of one mix of engines and a restore with those of another move a product, and back (OPER-17)', async () => {
  const clock = movableClock();
  const embedded = { MASTER_KEY, DATA_DIR: join(folder, 'embedded') };
  const mixed = { MASTER_KEY, DATA_DIR: join(folder, 'mixed'), EVENTSTORE_URI: server.uri };
  const home = { MASTER_KEY, DATA_DIR: join(folder, 'home') };
  let product = await startProduct(embedded, clock);
  const phone = freshPhone();
  const owner = await signUp(product, { phone });
  const groupId = (await createGroup(owner)).group._id;
  await owner.must('sendMessage', { body: { groupId, content: 'hello' } });
  const form = fileForm('file', new File(['the tide table'], 'tide.txt', { type: 'text/plain' }), { groupId });
  await owner.must('sendFile', { form });
  const before = await seenBy(owner, groupId);

  for (const [from, to] of [
    [embedded, mixed],
    [mixed, home],
  ] as const) {
    await product.stop();
    const backup = `${from.DATA_DIR}-backup`;
    expect(await support(from.DATA_DIR, ['backup', backup], from)).toMatchObject({ code: 0 });
    expect(await support(to.DATA_DIR, ['restore', backup, '--erased', 'none'], to)).toMatchObject({ code: 0 });
    product = await startProduct(to, clock);
    await until(async () => (await fetch(`${product.origin}/readyz`)).ok);
    const again = await signInElsewhere(product, clock, phone);
    expect(await seenBy(again, groupId)).toEqual(before);
  }
  expect(await product.running.readModels.verify()).toEqual([]);
  await product.stop();
});
