import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { encodePicture, uploadsOf } from '@quorum/command-service/uploads/images.ts';
import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { openDiskFileStore } from '@quorum/infra/adapters/file-store/disk-file-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { heads, upload } from '../../support/multipart.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, createGroup, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

const HOUR = 3_600_000;
const clock = movableClock();
let owner: Client;
let sender: Client;
let photo: Buffer;

const product = sharedProduct({}, clock);

beforeAll(async () => {
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
  owner = await signUp(product);
  sender = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
});

/** The path of a file in the store on disk. */
const pathOf = (id: string): string =>
  join(product.dataDir, 'files', createHash('sha256').update(id).digest('hex').slice(0, 2), id);
const load = (address: string | null | undefined, viewer = owner) => viewer.file(address);

describe('a person with too many queued images', () => {
  it('a person with too many queued images is asked to wait, leaves nothing behind, and may retry with the same key (SAFE-06)', async () => {
    const maya = await signUp(product);
    const { group } = await createGroup(maya);
    const send = (key: string, name: 'sendFile' | 'uploadProfilePicture') => {
      const form =
        name === 'sendFile'
          ? fileForm('file', smallPicture(), { groupId: group._id })
          : fileForm('profilePicture', smallPicture());
      return maya.call(name, { form, headers: { 'idempotency-key': key } });
    };

    let release = () => {};
    const held = new Promise<Uint8Array>((resolve) => {
      release = () => resolve(Buffer.from('x'));
    });
    const busy = Array.from({ length: 6 }, () => encodePicture(uploadsOf(maya.userId), () => held));
    try {
      for (const name of ['sendFile', 'uploadProfilePicture'] as const) {
        const { status, error, headers } = await send(name, name);
        expect([status, error]).toEqual([429, 'Too many requests. Please try again later.']);
        expect(headers.get('retry-after')).toBe('5');
      }
      expect(await storedFiles(product)).toEqual([]);
    } finally {
      release();
    }
    await Promise.all(busy);
    expect((await send('sendFile', 'sendFile')).status).toBe(200);
    expect((await send('uploadProfilePicture', 'uploadProfilePicture')).status).toBe(200);
  });
});

describe('pictures', () => {
  const picture = async (client: Client, head: Uint8Array, size?: number) => {
    const sent = { path: '/api/auth/upload-profile-picture', field: 'profilePicture', name: 'me.png', head };
    const answer = await upload<{ user: UserView }>(product, client, {
      ...sent,
      ...(size === undefined ? {} : { size }),
    });
    return answer as NonNullable<typeof answer>;
  };
  const groupImage = async (client: Client, head: Uint8Array, size?: number) => {
    const sent = { path: '/api/auth/upload-group-image', field: 'groupImage', name: 'us.png', head };
    const answer = await upload<{ groupImageUrl: string }>(product, client, {
      ...sent,
      ...(size === undefined ? {} : { size }),
    });
    return answer as NonNullable<typeof answer>;
  };

  it('the picture of a person is square, and replaces the previous one (API-30)', async () => {
    const before = await storedFiles(product);
    const first = (await picture(sender, photo)).body.user.profilePictureUrl;
    await until(async () => (await load(first, sender)).status === 200);
    const made = await sharp(await (await load(first, sender)).arrayBuffer()).metadata();
    expect([made.width, made.height, made.format]).toEqual([512, 512, 'webp']);
    const second = (await picture(sender, photo)).body.user.profilePictureUrl;
    expect(second).not.toBe(first);
    await until(async () => (await load(first, sender)).status === 404);
    expect(await storedFiles(product)).toHaveLength(before.length + 1);
  });

  it("pictures must be images of at most 5 MB, and are refused with each screen's text (LIMIT-10)", async () => {
    const jpeg = photo.subarray(0, 1000);
    for (const [answer, status, text] of [
      [await picture(sender, heads.pdf), 400, 'Please select an image file'],
      [await picture(sender, jpeg, limits.picture + 1), 413, 'File size must be less than 5MB'],
      [await groupImage(sender, heads.pdf), 400, 'Please select a valid image file'],
      [await groupImage(sender, jpeg, limits.picture + 1), 413, 'Image size must be less than 5MB'],
    ] as const) {
      expect([answer.status, answer.body.error]).toEqual([status, text]);
    }
  });

  it('pictures are refused with the reason if they are damaged or have too many pixels (API-30, API-33)', async () => {
    const huge = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const text = 'This picture is damaged or has more than 52 megapixels. Please choose another one.';
    for (const bytes of [huge, photo.subarray(0, photo.length / 2)])
      for (const answer of [await picture(sender, bytes), await groupImage(sender, bytes)])
        expect([answer.status, answer.body.error]).toEqual([400, text]);
  });

  it('pictures of a group replace each other (API-33, API-48, API-49, API-50)', async () => {
    const { groupImageUrl: imageUrl } = (await groupImage(owner, photo)).body;
    const body = { name: 'Choir', description: 'We sing', imageUrl };
    const { group } = await owner.must('createGroup', { body });
    await until(async () => (await load(group.imageUrl)).status === 200);
    const sent = { path: `/api/groups/${group._id}/upload-image`, field: 'image', name: 'us.png', head: photo };
    const changed = await upload<{ group: GroupView }>(product, owner, sent);
    await until(async () => (await load(group.imageUrl)).status === 404);
    await until(async () => (await load(changed?.body.group.imageUrl)).status === 200);
    await owner.must('removeImageOfGroup', { params: { id: group._id } });
    await until(async () => (await load(changed?.body.group.imageUrl)).status === 404);
  });

  it('pictures for groups never created are removed after a day, leftovers of crashes after an hour', async () => {
    const used = (await groupImage(owner, photo)).body.groupImageUrl;
    await owner.must('createGroup', { body: { name: 'Choir', description: 'We sing', imageUrl: used } });
    const unused = (await groupImage(owner, photo)).body.groupImageUrl;
    const chat = (await createGroup(sender)).group._id;
    const form = fileForm('file', new File([new Uint8Array(heads.pdf)], 'a.pdf'), { groupId: chat });
    const file = (await sender.must('sendFile', { form })).message;
    await until(async () => (await load(unused)).status === 200);
    const store = await openDiskFileStore(join(product.dataDir, 'files'));
    const before = await storedFiles(product);
    for (const id of ['leftover', 'young']) await store.write(id, Readable.from(['bytes']));
    const [leftover = '', young = ''] = ['leftover', 'young'].map((id) => pathOf(id));
    expect(await storedFiles(product)).toHaveLength(before.length + 2);
    // Written two hours ago by the product's clock, which earlier tests have moved.
    const at = (ago: number) => new Date(clock.now() - ago);
    for (const path of await storedFiles(product)) await utimes(path, at(2 * HOUR), at(2 * HOUR));
    await utimes(young, at(HOUR / 2), at(HOUR / 2));
    await product.restart();
    await until(async () => !(await storedFiles(product)).includes(leftover));
    expect(await storedFiles(product)).toContain(young);
    for (const kept of [used, unused]) expect((await load(kept)).status).toBe(200);
    expect((await load(file.fileUrl, sender)).status).toBe(200);

    clock.moveOn(24 * HOUR);
    await product.restart();
    const pathsOf = (address = '') => pathOf(/files\/([\w-]+)/.exec(address)?.[1] ?? '');
    await until(async () => !(await storedFiles(product)).includes(pathsOf(unused)));
    expect(await storedFiles(product)).toEqual(expect.arrayContaining([pathsOf(used), pathsOf(file.fileUrl)]));
  });
});
