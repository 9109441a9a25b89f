import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Metadata, Sharp } from 'sharp';
import sharp from 'sharp';
import { FairQueue } from '../handling/queues.ts';

export type EncodedImage = {
  readonly bytes: Buffer;
  readonly mimeType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
};

/** Pixels. Above what phones take (50 million), below what would need hundreds of megabytes to decode. */
const MAX_PIXELS = 52_000_000;

/** Pixels in all frames together. A longer animation becomes a still image. */
const MAX_ANIMATED_PIXELS = 3_000_000;

const PICTURE_SIDE = 512;

const MAX_SIDE = 4096;

const PREVIEW_SIDE = 720;

/** Bytes. An image small in both pixels and bytes is its own preview. */
const PREVIEW_BYTES = 150_000;

const TIMEOUT_SECONDS = 20;

/** For an animation; a slower one becomes a still image. */
const ANIMATED_TIMEOUT_SECONDS = 5;

/** Seconds until someone with too many queued images may retry. */
const RETRY_AFTER_SECONDS = 5;

/** Returns the image's bytes when its turn has come. */
export type LoadBytes = () => Promise<Uint8Array>;

/** One of the queues in which images wait, and the most that may wait there. */
export type Queue = { readonly name: string; readonly max: number };

/** A person's uploads; beyond this they are refused. */
export const uploadsOf = (personId: string): Queue => ({ name: `uploads of ${personId}`, max: 5 });

/** Images of linked pages: about two messages full of links. */
export const copiesFor = (personId: string): Queue => ({ name: `copies for ${personId}`, max: 12 });

const formats = ['jpeg', 'png', 'gif', 'webp'] as const;

type Format = (typeof formats)[number];

// One image at a time per thread and no cache, so that memory is bounded by the current image. Formats other than plain images
// (SVG, PDF, TIFF, …) cannot be loaded at all, even if their content claims another format.
sharp.concurrency(1);

sharp.cache(false);

sharp.block({ operation: ['VipsForeignLoad'] });

sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});

/**
 * Makes a profile picture or group image: 512×512 WebP, center-cropped, upright, a still, without metadata. `undefined` if the
 * bytes are not a valid image or have too many pixels; refused if the queue is full.
 */
export const encodePicture = (waiting: Queue, load: LoadBytes): Promise<EncodedImage | undefined | Refusal> =>
  decoding(waiting, load, async (bytes, { orientation }) => {
    const picture = open(bytes, false).resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' });
    return encoded((await upright(picture, orientation)).webp({ quality: 82 }), 'image/webp');
  });

export type MessageImage = { readonly image: EncodedImage; readonly preview: EncodedImage | undefined };

/**
 * Prepares an image of a message in its own format: at most 4096 pixels a side, upright, without metadata. Adds a preview of at
 * most 720 pixels a side unless the image is small. Animations of reasonable length stay animated. `undefined` if the bytes are
 * not a valid image or have too many pixels; refused if the queue is full.
 */
export const encodeMessageImage = (waiting: Queue, load: LoadBytes): Promise<MessageImage | undefined | Refusal> =>
  decoding(waiting, load, async (bytes, { format, animated, orientation }) => {
    const fitting = inside(open(bytes, animated), MAX_SIDE);
    const turned = animated ? fitting : await upright(fitting, orientation);
    const image = await encoded(inFormat(turned, format), `image/${format}`);
    const isSmall = Math.max(image.width, image.height) <= PREVIEW_SIDE && image.bytes.length <= PREVIEW_BYTES;
    if (isSmall) return { image, preview: undefined };
    // From the new image: the old one may take far more memory to decode.
    const small = inside(open(image.bytes, animated), PREVIEW_SIDE);
    return { image, preview: await encoded(small.webp({ quality: 78, effort: animated ? 1 : 4 }), 'image/webp') };
  });

const inside = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

/**
 * Rotates an image by its EXIF orientation (1 to 8), after shrinking it. Rotation needs all pixels in memory, while everything
 * else streams line by line.
 */
const upright = async (image: Sharp, orientation: number): Promise<Sharp> => {
  if (orientation === 1) return image;
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = sharp(data, { raw: { width, height, channels } }).rotate(quarterTurns[orientation] ?? 0);
  if (orientation === 2) return pixels.flop();
  return [4, 5, 7].includes(orientation) ? pixels.flip() : pixels;
};

/** Degrees clockwise by EXIF orientation, before mirroring. */
const quarterTurns: Readonly<Record<number, number>> = { 3: 180, 5: 90, 6: 90, 7: 270, 8: 270 };

type Source = { readonly format: Format; readonly animated: boolean; readonly orientation: number };

type Work<T> = (bytes: Uint8Array, source: Source) => Promise<T>;

/** Images are loaded and decoded one after another, because each holds all its pixels in memory. */
const stills = new FairQueue({ atOnce: 1, share: 1 });

/** Animations take seconds. They have a line of their own, so that no still waits for one. */
const animations = new FairQueue({ atOnce: 1, share: 1 });

/** The answer for an animation in the line of stills. */
const ANIMATED = Symbol('animated');

const inLine = async <T>(line: FairQueue, { name, max }: Queue, task: () => Promise<T>): Promise<T | Refusal> =>
  line.run(name, max, task) ?? refuse('request/too-many', undefined, RETRY_AFTER_SECONDS);

const decoding = async <T>(waiting: Queue, load: LoadBytes, work: Work<T>): Promise<T | undefined | Refusal> => {
  const still = await inLine(stills, waiting, async () => decode(await load(), work));
  if (still !== ANIMATED) return still;
  return inLine(animations, waiting, async () => decodeAnimation(await load(), work));
};

const decodeAnimation = async <T>(bytes: Uint8Array, work: Work<T>): Promise<T | undefined> => {
  const animation = await decode(bytes, work, true);
  const made = animation ?? (await decode(bytes, work, false));
  return made === ANIMATED ? undefined : made;
};

/** @param animated whether to keep an animation; without, it is only reported. */
const decode = async <T>(
  bytes: Uint8Array,
  work: Work<T>,
  animated?: boolean,
): Promise<T | undefined | typeof ANIMATED> => {
  try {
    const metadata = await open(bytes, false).metadata();
    const format = formats.find((known) => known === metadata.format);
    if (format === undefined) return undefined;
    if (animated === undefined && isAnimation(metadata)) return ANIMATED;
    return await work(bytes, { format, animated: animated ?? false, orientation: metadata.orientation ?? 1 });
  } catch {
    // Any failure here is caused by the uploaded bytes.
    return undefined;
  }
};

const open = (bytes: Uint8Array, animated: boolean): Sharp =>
  sharp(bytes, { animated, limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' }).timeout({
    seconds: animated ? ANIMATED_TIMEOUT_SECONDS : TIMEOUT_SECONDS,
  });

const isAnimation = ({ pages = 1, width, height }: Metadata): boolean =>
  pages > 1 && pages * width * height <= MAX_ANIMATED_PIXELS;

const inFormat = (image: Sharp, format: Format): Sharp => {
  switch (format) {
    case 'jpeg':
      // Optimized Huffman tables would save five percent but keep all coefficients in memory.
      return image.jpeg({ quality: 86, optimiseCoding: false });
    case 'png':
      return image.png();
    case 'gif':
      return image.gif({ effort: 3 });
    case 'webp':
      return image.webp({ quality: 86, effort: 2 });
  }
};

const encoded = async (image: Sharp, mimeType: string): Promise<EncodedImage> => {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, mimeType, width: info.width, height: info.pageHeight ?? info.height };
};
