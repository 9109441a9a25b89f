import type { RouteName } from '@quorum/contracts/routes.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

/** Runs when the processed picture of the next upload has just been stored, before anything is recorded. */
let whenMade: (() => Promise<unknown>) | undefined;

/** The first write of an upload is the original, the second one the processed picture. */
const watched = (engines: Engines): Engines => {
  let writes = 0;
  const { files } = engines;
  return {
    ...engines,
    files: {
      write: async (id, source, subject) => {
        const written = await files.write(id, source, subject);
        if (whenMade === undefined) return written;
        writes += 1;
        if (writes < 2) return written;
        const run = whenMade;
        whenMade = undefined;
        writes = 0;
        await run();
        return written;
      },
      read: (id, range) => files.read(id, range),
      remove: (id) => files.remove(id),
      list: (before, selection) => files.list(before, selection),
      ping: () => files.ping(),
    },
  };
};

const product = sharedProduct({}, undefined, watched);

const ENDED = [401, 'Your session has ended. Please log in again.'];

type Upload = { readonly name: RouteName; readonly field: string };

/** Uploads a picture, and ends something during its processing. @returns the answer to the upload */
const uploadWhile = async (
  client: Client,
  { name, field }: Upload,
  groupId: string,
  end: () => Promise<unknown>,
): Promise<readonly unknown[]> => {
  const before = (await storedFiles(product)).length;
  const form = fileForm(field, smallPicture(), { groupId });
  let ended = false;
  whenMade = async () => {
    await end();
    ended = true;
  };
  const { status, error } = await client.call(name, { params: { id: groupId }, form });
  expect(ended).toBe(true);
  await until(async () => (await storedFiles(product)).length === before);
  return [status, error];
};

describe('a picture that is still being processed', () => {
  it.each<Upload>([
    { name: 'uploadProfilePicture', field: 'profilePicture' },
    { name: 'uploadGroupImage', field: 'groupImage' },
    { name: 'uploadImageOfGroup', field: 'image' },
    { name: 'sendFile', field: 'file' },
  ])(
    'a picture that is still being processed is refused and leaves no byte when the session ends meanwhile: $name (SAFE-08)',
    async (upload) => {
      const person = await signUp(product);
      const { group } = await createGroup(person);
      expect(await uploadWhile(person, upload, group._id, () => person.must('logout'))).toEqual(ENDED);
    },
  );

  it('a picture that is still being processed is refused and leaves no byte if its member is removed first (SAFE-08)', async () => {
    const [owner, member] = [await signUp(product), await signUp(product)];
    const { group, inviteCode } = await createGroup(owner);
    await joinGroup(member, inviteCode);
    const remove = () => owner.must('removeMember', { params: { id: group._id, userId: member.userId } });
    const answered = await uploadWhile(member, { name: 'sendFile', field: 'file' }, group._id, remove);
    expect(answered).toEqual([403, 'You are not a member of this group']);
  });

  it('a picture that is still being processed is refused and leaves no byte if its admin loses the role first (SAFE-08)', async () => {
    const [owner, admin] = [await signUp(product), await signUp(product)];
    const { group, inviteCode } = await createGroup(owner);
    await joinGroup(admin, inviteCode);
    const params = { id: group._id, userId: admin.userId };
    await owner.must('changeRole', { params, body: { role: 'admin' } });
    const demote = () => owner.must('changeRole', { params, body: { role: 'member' } });
    const answered = await uploadWhile(admin, { name: 'uploadImageOfGroup', field: 'image' }, group._id, demote);
    expect(answered[0]).toBe(403);
  });
});
