import { randomBytes } from 'node:crypto';
import { routes } from '@quorum/contracts/routes.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { holdRequest } from '../../support/held-request.ts';
import { logOf } from '../../support/log-of.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

const product = sharedProduct(adminEnvironment);

const BOUNDARY = 'held-back';

const formOf = async (field: string, file: Blob, name: string, fields: Record<string, string> = {}) => {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${texts.join('')}${opening}`),
    Buffer.from(await file.arrayBuffer()),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
};

const holdForm = (client: Client, path: string, body: Buffer) =>
  holdRequest(product, client, { path, type: `multipart/form-data; boundary=${BOUNDARY}`, body, keepBack: 12 });

/** Longer than the part that is read to recognize a file, so that its beginning is stored before the rest arrives. */
const document = (): Blob => new Blob([randomBytes(300_000)]);

const ENDED = 'Your session has ended. Please log in again.';

describe('a request whose body is held back', () => {
  it('a request whose body is held back is refused if its session ended before the last byte (SAFE-08)', async () => {
    const person = await signUp(product);
    const { group } = await createGroup(person, 'Kept');
    const requests = [
      { path: routes.updateName.path, body: { firstName: 'Late', lastName: 'Comer' } },
      { path: routes.sendMessage.path, body: { groupId: group._id, content: 'Too late' } },
      { method: 'DELETE', path: `/api/groups/${group._id}`, body: { confirmationName: 'Kept' } },
    ];
    const held = await Promise.all(
      requests.map(({ body, ...request }) =>
        holdRequest(product, person, { ...request, body: JSON.stringify(body), keepBack: 1 }),
      ),
    );
    await person.must('logout');
    const before = (await logOf(product.dataDir)).length;
    for (const request of held) {
      const answer = await request.release();
      expect([answer.status, answer.text.includes(ENDED)]).toEqual([401, true]);
    }
    expect((await logOf(product.dataDir)).length).toBe(before);
  });

  it('a request whose body is held back takes effect if its session is still running (SAFE-08)', async () => {
    const person = await signUp(product);
    const body = JSON.stringify({ firstName: 'Slow', lastName: 'Line' });
    const held = await holdRequest(product, person, { path: routes.updateName.path, body, keepBack: 1 });
    await person.must('me');
    expect((await held.release()).status).toBe(200);
  });
});

describe('an upload that ends late', () => {
  /** Starts uploads, ends something meanwhile, and then sends the last bytes. */
  const leavesNothing = async (
    client: Client,
    path: string,
    body: Buffer,
    end: () => Promise<unknown>,
    expected: { readonly status: number; readonly error: string },
  ) => {
    const files = (await storedFiles(product)).length;
    const held = await holdForm(client, path, body);
    await client.must('me');
    await end();
    const answer = await held.release();
    expect([answer.status, answer.text.includes(expected.error)]).toEqual([expected.status, true]);
    await until(async () => (await storedFiles(product)).length === files);
  };
  const sessionEnded = { status: 401, error: ENDED };

  it('an upload that ends late is refused after its session ended, and leaves no byte (SAFE-08)', async () => {
    for (const [path, field] of [
      [routes.uploadProfilePicture.path, 'profilePicture'],
      [routes.uploadGroupImage.path, 'groupImage'],
    ] as const) {
      const person = await signUp(product);
      const body = await formOf(field, smallPicture(), 'dot.png');
      await leavesNothing(person, path, body, () => person.must('logout'), sessionEnded);
    }
  });

  it('an upload that ends late is refused after its account was deleted, and leaves no byte (SAFE-08, SAFE-01)', async () => {
    const person = await signUp(product);
    const { group } = await createGroup(person);
    const body = await formOf('file', document(), 'notes.bin', { groupId: group._id });
    await leavesNothing(person, routes.sendFile.path, body, () => person.must('deleteAccount'), sessionEnded);
    const picture = await formOf('profilePicture', smallPicture(), 'dot.png');
    const other = await signUp(product);
    const path = routes.uploadProfilePicture.path;
    await leavesNothing(other, path, picture, () => other.must('deleteAccount'), sessionEnded);
  });

  it('an upload that ends late is refused after its person was banned, and leaves no byte (SAFE-08, SAFE-01, PERM-28)', async () => {
    const [witness, banned] = [await signUp(product), await signUp(product)];
    const { group, inviteCode } = await createGroup(witness);
    await joinGroup(banned, inviteCode);
    const said = { groupId: group._id, content: 'Pay me' };
    const { message } = await banned.must('sendMessage', { body: said });
    const { report } = await witness.must('report', { body: { messageId: message._id, reason: 'harassment' } });
    const admin = new Administrator(product);
    const ban = () => admin.must('reviewReport', { body: { reportId: report._id, action: 'ban_user' } });
    const body = await formOf('file', document(), 'notes.bin', { groupId: group._id });
    const ended = async () => {
      await ban();
      await until(async () => (await banned.call('me')).status === 401);
    };
    await leavesNothing(banned, routes.sendFile.path, body, ended, sessionEnded);
  });

  it('an upload that ends late is refused after its sender was removed, and leaves no byte (SAFE-08)', async () => {
    const [owner, member] = [await signUp(product), await signUp(product)];
    const { group, inviteCode } = await createGroup(owner);
    await joinGroup(member, inviteCode);
    const body = await formOf('file', document(), 'notes.bin', { groupId: group._id });
    const remove = () => owner.must('removeMember', { params: { id: group._id, userId: member.userId } });
    await leavesNothing(member, routes.sendFile.path, body, remove, {
      status: 403,
      error: 'You are not a member of this group',
    });
  });
});
