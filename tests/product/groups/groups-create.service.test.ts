import { randomUUID } from 'node:crypto';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { logOf } from '../../support/log-of.ts';
import { smallPicture } from '../../support/pictures.ts';
import { type Client, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

let person: Client;
// The port changes with a restart, but invite links must not.
const product = sharedProduct({ PUBLIC_ORIGIN: 'https://quorum.example' });
beforeEach(async () => {
  person = await signUp(product);
});

const details = { name: ' Bayview Runners ', description: 'Easy miles on Tuesdays' };

type Parts = { readonly fields?: Readonly<Record<string, string>>; readonly image?: Blob; readonly field?: string };

const formOf = ({ fields = details, image, field = 'image' }: Parts): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (image !== undefined) form.append(field, image, 'club.png');
  return form;
};
const create = (parts: Parts, key: string = randomUUID(), client = person) =>
  client.call('createGroup', { form: formOf(parts), headers: { 'idempotency-key': key } });

const load = async (address: string | null): Promise<Buffer> =>
  Buffer.from(await (await person.file(address)).arrayBuffer());
const picture = async (width: number): Promise<Blob> =>
  new Blob([
    await sharp({ create: { width, height: 40, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer(),
  ]);

describe('a group created by a form', () => {
  it('a group created by a form has its image at once, is the only one listed for its creator, and returns both codes and the link (API-46, API-48)', async () => {
    const settings = JSON.stringify({ allowMembersInvite: true });
    const { status, body } = await create({ fields: { ...details, settings }, image: await picture(64) });
    expect(status).toBe(200);
    expect(body.group).toMatchObject({
      name: 'Bayview Runners',
      description: 'Easy miles on Tuesdays',
      memberCount: 1,
      settings: { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: false },
    });
    expect(body.sixDigitCode).toMatch(/^\d{6}$/);
    expect(body.inviteLink).toBe(`https://quorum.example/${body.inviteCode}`);
    expect((await sharp(await load(body.group.imageUrl)).metadata()).width).toBe(512);
    // Only the picture is stored, not the upload.
    expect(await storedFiles(product)).toHaveLength(1);
    const { groups } = await person.must('myGroups');
    expect(groups.map(({ _id, imageUrl }) => [_id, imageUrl !== null])).toEqual([[body.group._id, true]]);
  });

  it('a group created by a form needs no image, and accepts an empty file field or a previously uploaded address (API-48)', async () => {
    expect((await create({})).body.group.imageUrl).toBeNull();
    const unchosen = formOf({});
    unchosen.append('image', new Blob([]), '');
    unchosen.append('settings', '{"allowMembersCreateEvents":false}');
    const { body } = await person.call('createGroup', { form: unchosen });
    expect(body.group).toMatchObject({ imageUrl: null, settings: { allowMembersCreateEvents: false } });
    const { groupImageUrl } = await person.must('uploadGroupImage', { form: fileForm('groupImage', smallPicture()) });
    const named = await create({ fields: { ...details, imageUrl: groupImageUrl } });
    expect((await load(named.body.group.imageUrl)).equals(await load(groupImageUrl))).toBe(true);
  });

  const refusals: readonly (readonly [string, () => Parts | Promise<Parts>, number, string])[] = [
    ['no name', () => ({ fields: { description: 'x' } }), 400, 'Group name is required'],
    ['an invisible name', () => ({ fields: { ...details, name: '\u200b\u202e' } }), 400, 'Group name is required'],
    ['a long name', () => ({ fields: { ...details, name: 'x'.repeat(51) } }), 400, 'Please use at most 50 characters'],
    ['no description', () => ({ fields: { name: 'x' } }), 400, 'Group description is required'],
    ['settings that are no JSON', () => ({ fields: { ...details, settings: '{no' } }), 400, 'could not be read'],
    ['settings that are a list', () => ({ fields: { ...details, settings: '[]' } }), 400, 'settings are not valid'],
    [
      'settings of the wrong kind',
      () => ({ fields: { ...details, settings: '{"allowMembersInvite":"yes"}' } }),
      400,
      'Please choose yes or no',
    ],
    ['an endless field', () => ({ fields: { ...details, settings: ' '.repeat(40_000) } }), 400, 'could not be read'],
    ['an unknown address', () => ({ fields: { ...details, imageUrl: '/files/other' } }), 400, 'upload the image again'],
    [
      'what is no image',
      () => ({ image: new Blob(['<svg onload="alert(1)">']) }),
      400,
      'Please select a valid image file',
    ],
    ['a broken image', () => ({ image: smallPicture().slice(0, 40) }), 400, 'This picture is damaged'],
    [
      'an image too large',
      () => ({ image: new Blob([smallPicture(), new Uint8Array(limits.picture)]) }),
      413,
      'Image size must be less than 5MB',
    ],
    ['an image in another field', () => ({ image: smallPicture(), field: 'groupImage' }), 400, 'Please choose a file'],
    [
      'a bad name beside a sound image',
      () => ({ fields: { description: 'x' }, image: smallPicture() }),
      400,
      'Group name is required',
    ],
    [
      'bad settings beside a sound image',
      () => ({ fields: { ...details, settings: '1' }, image: smallPicture() }),
      400,
      'settings are not valid',
    ],
  ];

  it.each(refusals)(
    'a group created by a form is refused with %s, and leaves nothing behind (API-48, GROUP-36)',
    async (_, parts, status, text) => {
      const [files, events] = [await storedFiles(product), (await logOf(product.dataDir)).length];
      const key = randomUUID();
      const refused = await create(await parts(), key);
      expect([refused.status, refused.error]).toEqual([status, expect.stringContaining(text)]);
      expect(await storedFiles(product)).toEqual(files);
      const left = (await logOf(product.dataDir)).slice(events).filter(({ type }) => type !== 'FileRemoved');
      expect(left).toEqual([]);
      // A refused command may be retried.
      expect((await create({}, key)).status).toBe(200);
    },
  );

  it('a group created by a form is refused with two images (API-48)', async () => {
    const form = formOf({ image: smallPicture() });
    form.append('image', smallPicture(), 'two.png');
    const files = await storedFiles(product);
    expect((await person.call('createGroup', { form })).status).toBe(400);
    expect(await storedFiles(product)).toEqual(files);
  });

  it('a group created by a form is one group with one image, no matter how often the form is sent (API-48, CQRS-01)', async () => {
    const key = randomUUID();
    const [image, other] = [await picture(50), await picture(60)];
    const files = await storedFiles(product);
    const together = await Promise.all(Array.from({ length: 4 }, () => create({ image }, key)));
    await product.restart();
    const later = await create({ image }, key);
    for (const answer of [...together, later]) {
      expect([answer.status, answer.body]).toEqual([200, together[0]?.body]);
    }
    const misuses = [
      await create({ image: other }, key),
      await create({ image, fields: { ...details, description: 'Other' } }, key),
      await create({}, key),
      await person.call('createGroup', { body: details, headers: { 'idempotency-key': key } }),
    ];
    expect(misuses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(await storedFiles(product)).toHaveLength(files.length + 1);
    expect((await person.must('myGroups')).groups).toHaveLength(1);
  });
});
