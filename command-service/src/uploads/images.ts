import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { FairQueue } from './fair-queue.ts';

export type EncodedImage = {
  readonly bytes: Buffer;
  readonly mimeType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
};

/** Pixels. Above what phones take (50 million), below what would need hundreds of megabytes to decode. */
const MOST_PIXELS = 52_000_000;
/** Pixels of all frames together; a longer animation becomes a still. */
const MOST_ANIMATED_PIXELS = 12_000_000;
const PICTURE_SIDE = 512;
const LONGEST_SIDE = 4096;
const PREVIEW_SIDE = 720;
/** Bytes. An image as small as this in both senses is its own preview. */
const PREVIEW_BYTES = 150_000;
const SECONDS = 20;
/** Seconds after which somebody with too many images may ask again. */
const RETRY_AFTER = 5;

/** Gives the bytes of an image when its turn has come. */
export type LoadBytes = () => Promise<Uint8Array>;

/** Where an image waits for its turn. */
export type Line = { readonly name: string; readonly most: number };

/** What a person uploaded: what is more than fits is refused. */
export const uploadsOf = (personId: string): Line => ({ name: `uploads of ${personId}`, most: 5 });

/** Of the pages that a person's messages link to, about two messages full of links. */
export const copiesFor = (personId: string): Line => ({ name: `copies for ${personId}`, most: 12 });

const formats = ['jpeg', 'png', 'gif', 'webp'] as const;
type Format = (typeof formats)[number];

// One image at a time per thread and no cache: memory stays that of the image in hand. What is not a plain picture format
// (SVG, PDF, TIFF, …) cannot be loaded at all, whatever its content pretends.
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
 * A profile picture or group image: 512×512 WebP, cut to a square around its middle, upright, a still, without metadata.
 * `undefined` when the bytes are no sound image or have too many pixels; refused when its line is full.
 */
export const encodePicture = (line: Line, load: LoadBytes): Promise<EncodedImage | undefined | Refusal> =>
  decoding(line, load, async (bytes, { orientation }) => {
    const picture = open(bytes, false).resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' });
    return encoded((await upright(picture, orientation)).webp({ quality: 82 }), 'image/webp');
  });

export type MessageImage = { readonly image: EncodedImage; readonly preview: EncodedImage | undefined };

/**
 * An image of a message in its own format, at most 4096 pixels a side, upright, without metadata; with a preview of at
 * most 720 pixels a side unless it is small itself. Animations of reasonable length stay animated.
 * `undefined` when the bytes are no sound image or have too many pixels; refused when its line is full.
 */
export const encodeMessageImage = (line: Line, load: LoadBytes): Promise<MessageImage | undefined | Refusal> =>
  decoding(line, load, async (bytes, { format, animated, orientation }) => {
    const fitting = inside(open(bytes, animated), LONGEST_SIDE);
    const turned = animated ? fitting : await upright(fitting, orientation);
    const image = await encoded(inFormat(turned, format), `image/${format}`);
    const isSmall = Math.max(image.width, image.height) <= PREVIEW_SIDE && image.bytes.length <= PREVIEW_BYTES;
    if (isSmall) return { image, preview: undefined };
    // Of the new image: the old one may take many times the memory to decode.
    const small = inside(open(image.bytes, animated), PREVIEW_SIDE);
    return { image, preview: await encoded(small.webp({ quality: 78, effort: animated ? 1 : 4 }), 'image/webp') };
  });

const inside = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

/**
 * Turns an image as its camera was held (EXIF, 1 to 8), after it was made smaller: all pixels of an image have to be in
 * memory to turn it, while what stays as it is runs through line by line.
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

/** Images are loaded and decoded one after the other: several at once would each hold all their pixels. */
const queue = new FairQueue();

const decoding = async <T>(line: Line, load: LoadBytes, work: Work<T>): Promise<T | undefined | Refusal> =>
  queue.run(line.name, line.most, async () => decode(await load(), work)) ??
  refuse('request/too-many', undefined, RETRY_AFTER);

const decode = async <T>(bytes: Uint8Array, work: Work<T>): Promise<T | undefined> => {
  try {
    const metadata = await open(bytes, false).metadata();
    const format = formats.find((known) => known === metadata.format);
    return format === undefined
      ? undefined
      : await work(bytes, { format, animated: isAnimation(metadata), orientation: metadata.orientation ?? 1 });
  } catch {
    // Whatever is wrong with an image is wrong with the upload.
    return undefined;
  }
};

const open = (bytes: Uint8Array, animated: boolean): Sharp =>
  sharp(bytes, { animated, limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' }).timeout({
    seconds: SECONDS,
  });

const isAnimation = ({ pages = 1, width, height }: Metadata): boolean =>
  pages > 1 && pages * width * height <= MOST_ANIMATED_PIXELS;

const inFormat = (image: Sharp, format: Format): Sharp => {
  switch (format) {
    case 'jpeg':
      // Optimised Huffman tables would save a twentieth, and keep all coefficients in memory for it.
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
