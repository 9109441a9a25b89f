import { expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { type Client, createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct({ FILES_PER_PERSON: '307200' });

const send = (client: Client, groupId: string, bytes: number) => {
  const file = new File(['x'.repeat(bytes)], 'notes.txt', { type: 'text/plain' });
  return client.call('sendFile', { form: fileForm('file', file, { groupId }) });
};

it("the quota limits the bytes of a person's files until some are deleted (SAFE-11)", async () => {
  const [ada, bob] = [await signUp(product), await signUp(product)];
  const { group, inviteCode } = await createGroup(ada);
  await bob.must('joinByLink', { body: { inviteCode } });
  const first = await send(ada, group._id, 140_000);
  expect(first.status).toBeLessThan(300);
  expect((await send(ada, group._id, 140_000)).status).toBeLessThan(300);
  for (let again = 0; again < 2; again++)
    expect(await send(ada, group._id, 140_000)).toMatchObject({
      status: 413,
      error: 'Your files and messages take up all of your 300 KB. Please delete some of them first.',
    });
  expect((await send(bob, group._id, 140_000)).status).toBeLessThan(300);

  await ada.must('deleteMessage', { params: { id: first.body.message._id } });
  await expect.poll(async () => (await send(ada, group._id, 140_000)).status).toBeLessThan(300);
});

it('the quota counts concurrent uploads (SAFE-11)', async () => {
  const ada = await signUp(product);
  const { group } = await createGroup(ada);
  const sent = await Promise.all(Array.from({ length: 5 }, () => send(ada, group._id, 140_000)));
  expect(sent.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(2);
});

it('texts count until they are deleted (SAFE-18)', async () => {
  const ada = await signUp(product);
  const { group } = await createGroup(ada);
  const write = () => ada.call('sendMessage', { body: { groupId: group._id, content: 'x'.repeat(5_000) } });
  await send(ada, group._id, 140_000);
  await send(ada, group._id, 140_000);
  const { body } = await write();
  for (let more = 0; more < 4; more++) expect((await write()).status).toBe(200);
  expect(await write()).toMatchObject({
    status: 413,
    error: 'Your files and messages take up all of your 300 KB. Please delete some of them first.',
  });
  expect((await send(ada, group._id, 10_000)).status).toBe(413);
  const strange = await createGroup(await signUp(product));
  const intruding = await ada.call('sendMessage', { body: { groupId: strange.group._id, content: 'x'.repeat(5_000) } });
  expect(intruding.status).toBe(403);
  const edit = (length: number) =>
    ada.call('editMessage', { params: { id: body.message._id }, body: { content: 'x'.repeat(length) } });
  expect((await edit(4_900)).status).toBe(200);

  await ada.must('deleteMessage', { params: { id: body.message._id } });
  await expect.poll(async () => (await write()).status).toBe(200);
});
