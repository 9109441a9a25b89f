import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as images from './images.ts';

type Format = 'jpeg' | 'png' | 'gif' | 'webp';
const CANARY = 'Canary Street 7';

const mayas = images.uploadsOf('maya');
const made = <T>(image: T | Refusal): T => {
  if (isRefusal(image)) throw new Error(`Refused: ${image.refused}`);
  return image;
};
const encodePicture = async (load: images.LoadBytes) => made(await images.encodePicture(mayas, load));
const encodeMessageImage = async (load: images.LoadBytes) => made(await images.encodeMessageImage(mayas, load));

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#f00' } },
      left: 0,
      top: 0,
    },
  ]);

const animation = async (frames: number, side: number, format: 'gif' | 'webp') => {
  const colors = ['#f00', '#0f0', '#00f'];
  const pages = Array.from({ length: frames }, (_, i) => ({
    create: { width: side, height: side, channels: 3 as const, background: colors[i % 3] ?? '#fff' },
  }));
  const raw = await Promise.all(pages.map(({ create }) => sharp({ create }).raw().toBuffer()));
  const joined = Buffer.concat(raw);
  const animation = sharp(joined, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } });
  return animation[format]({ loop: 0, delay: Array.from({ length: frames }, () => 100) }).toBuffer();
};

describe('a picture', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as Format[])(
    'a picture of type %s becomes a square WebP of 512 pixels (GROUP-08)',
    async (format) => {
      const picture = await encodePicture(() => halves(900, 300)[format]().toBuffer());
      expect(picture).toMatchObject({ mimeType: 'image/webp', width: 512, height: 512 });
      expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    },
  );

  it('a picture carries no metadata (SAFE-04)', async () => {
    const tagged = await halves(600, 600)
      .withExif({ IFD0: { Artist: CANARY }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(tagged.includes(CANARY)).toBe(true);
    const picture = await encodePicture(async () => tagged);
    expect(picture?.bytes.includes(CANARY)).toBe(false);
    const metadata = await sharp(picture?.bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a picture that was taken upside down is upright', async () => {
    // Orientation 3 is upside down: the left side of the file belongs on the right.
    const turned = await halves(600, 600).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const picture = await encodePicture(async () => turned);
    const [red = 0, , blue = 0] = await sharp(picture?.bytes)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(blue).toBeGreaterThan(200);
    expect(red).toBeLessThan(60);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture with EXIF orientation %i is shown upright', async (orientation) => {
    const quarters = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } }).composite([
      { input: { create: { width: 32, height: 32, channels: 3, background: '#f00' } }, left: 0, top: 0 },
      { input: { create: { width: 32, height: 32, channels: 3, background: '#00f' } }, left: 32, top: 0 },
    ]);
    const held = await quarters.png().withMetadata({ orientation }).toBuffer();
    const colors = async (image: Uint8Array) => {
      const pixels = await sharp(image).removeAlpha().resize(2, 2, { kernel: 'nearest' }).raw().toBuffer();
      return [...pixels].map((value) => (value > 127 ? 1 : 0));
    };
    const seen = await colors(await sharp(held).autoOrient().png().toBuffer());
    const [picture, made] = [await encodePicture(async () => held), await encodeMessageImage(async () => held)];
    expect(await colors(picture?.bytes ?? held)).toEqual(seen);
    expect(await colors(made?.image.bytes ?? held)).toEqual(seen);
  });

  it('a picture made of an animation uses its first frame', async () => {
    const picture = await encodePicture(() => animation(3, 64, 'gif'));
    expect((await sharp(picture?.bytes).metadata()).pages ?? 1).toBe(1);
  });
});

describe('an image of a message', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as Format[])(
    'an image of a message of type %s keeps its type, with a preview of at most 720 pixels',
    async (format) => {
      const made = await encodeMessageImage(() => halves(1600, 800)[format]().toBuffer());
      expect(made?.image).toMatchObject({ mimeType: `image/${format}`, width: 1600, height: 800 });
      expect(made?.preview).toMatchObject({ mimeType: 'image/webp', width: 720, height: 360 });
    },
  );

  it('an image of a message has at most 4096 pixels a side', async () => {
    const made = await encodeMessageImage(() => halves(5000, 1000).jpeg().toBuffer());
    expect(made?.image).toMatchObject({ width: 4096, height: 819 });
  });

  it('an image of a message is its own preview when it is small', async () => {
    const made = await encodeMessageImage(() => halves(300, 200).png().toBuffer());
    expect(made?.image).toMatchObject({ width: 300, height: 200 });
    expect(made?.preview).toBeUndefined();
  });

  it('an image of a message is upright and has no metadata (SAFE-04)', async () => {
    const tagged = await halves(400, 200)
      .withExif({ IFD0: { Artist: CANARY } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const made = await encodeMessageImage(async () => tagged);
    expect(made?.image).toMatchObject({ width: 200, height: 400 });
    expect((await sharp(made?.image.bytes).metadata()).exif).toBeUndefined();
    expect(made?.image.bytes.includes(CANARY)).toBe(false);
  });

  it.each(['gif', 'webp'] as const)('an animation in a message stays animated as %s', async (format) => {
    const made = await encodeMessageImage(() => animation(4, 800, format));
    expect(made?.image).toMatchObject({ mimeType: `image/${format}`, width: 800, height: 800 });
    expect((await sharp(made?.image.bytes).metadata()).pages).toBe(4);
    expect(made?.preview).toMatchObject({ width: 720, height: 720 });
    expect((await sharp(made?.preview?.bytes, { animated: true }).metadata()).pages).toBe(4);
  });

  it('an animation in a message becomes a still if it is too long to decode', async () => {
    const made = await encodeMessageImage(() => animation(5, 800, 'gif'));
    expect((await sharp(made?.image.bytes).metadata()).pages ?? 1).toBe(1);
  });

  it('an image of a message does not wait for an animation sent before it (SAFE-06)', async () => {
    const order: string[] = [];
    const slow = await animation(4, 800, 'webp');
    const still = await halves(50, 50).jpeg().toBuffer();
    let loads = 0;
    const load = async () => {
      loads += 1;
      return slow;
    };
    const first = encodeMessageImage(load).then(() => order.push('animation'));
    // First it is only recognized.
    await expect.poll(() => loads, { interval: 1 }).toBe(2);
    await encodeMessageImage(async () => still).then(() => order.push('still'));
    await first;
    expect(order).toEqual(['still', 'animation']);
  });

  it('an image of a message loses data hidden after its end', async () => {
    const polyglot = Buffer.concat([await halves(50, 50).jpeg().toBuffer(), Buffer.from(`<script>${CANARY}</script>`)]);
    const made = await encodeMessageImage(async () => polyglot);
    expect(made?.image.bytes.includes(CANARY)).toBe(false);
  });
});

describe('an invalid image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';

  it('an invalid image is reported as a value, not an error (SAFE-04)', async () => {
    const jpeg = await halves(800, 800).jpeg().toBuffer();
    const png = await halves(800, 800).png().toBuffer();
    const tiff = await halves(20, 20).tiff().toBuffer();
    const broken = [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.from(svg),
      tiff,
      jpeg.subarray(0, 300),
      png.subarray(0, png.length / 2),
    ];
    for (const bytes of broken) {
      expect(await encodePicture(async () => bytes)).toBeUndefined();
      expect(await encodeMessageImage(async () => bytes)).toBeUndefined();
    }
  });

  it('a decompression bomb, with few bytes and too many pixels, is an invalid image (SAFE-04)', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(400_000);
    expect(await encodePicture(async () => bomb)).toBeUndefined();
    expect(await encodeMessageImage(async () => bomb)).toBeUndefined();
  });

  it('an invalid image does not block the next image', async () => {
    const [broken, sound] = await Promise.all([
      encodePicture(async () => Buffer.from('x')),
      encodePicture(() => halves(10, 10).png().toBuffer()),
    ]);
    expect(broken).toBeUndefined();
    expect(sound).toBeDefined();
  });
});

describe('queued images', () => {
  it('queued images take turns between people, no matter how many one has sent', async () => {
    const turns: string[] = [];
    const send = (person: string, lineOf = images.uploadsOf) =>
      images.encodePicture(lineOf(person), async () => {
        turns.push(person);
        return Buffer.from('x');
      });
    const flood = Array.from({ length: 6 }, () => send('flo'));
    const others = [send('maya'), send('leo'), send('maya'), send('link', images.copiesFor)];
    await Promise.all([...flood, ...others]);
    expect(turns).toEqual(['flo', 'flo', 'maya', 'leo', 'link', 'flo', 'maya', 'flo', 'flo', 'flo']);
  });

  it.each([
    ['5 uploads', mayas, 5],
    ['12 copies for links', images.copiesFor('maya'), 12],
  ])(
    'queued images are limited to %s of one person, and more are refused unread for a while (SAFE-06)',
    async (_, waiting, most) => {
      let read = 0;
      const make = () =>
        images.encodePicture(waiting, async () => {
          read += 1;
          return Buffer.from('x');
        });
      const outcomes = await Promise.all(Array.from({ length: most + 3 }, make));
      const tooMany = refuse('request/too-many', undefined, 5);
      expect(outcomes).toEqual([...Array(most + 1).fill(undefined), tooMany, tooMany]);
      expect(read).toBe(most + 1);
      expect(await make()).toBeUndefined();
    },
  );

  it('queued images continue after one whose bytes could not be loaded', async () => {
    const broken = encodePicture(() => Promise.reject(new Error('The store is gone')));
    const sound = encodePicture(() => halves(10, 10).png().toBuffer());
    await expect(broken).rejects.toThrow('The store is gone');
    expect(await sound).toBeDefined();
  });
});
