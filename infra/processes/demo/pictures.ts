import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** Color of a point; both coordinates from 0 to 1, from the upper left corner. */
type Painter = (x: number, y: number) => Color;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

const png = (width: number, height: number, paint: Painter): Buffer => {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    at += 1;
    for (let x = 0; x < width; x++) {
      for (const part of paint((x + 0.5) / width, (y + 0.5) / height)) rows[at++] = part;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of three colors.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
};

const mix = (from: Color, to: Color, share: number): Color => {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
};

type Circle = readonly [x: number, y: number, radius: number];

const isWithin = (x: number, y: number, [centerX, centerY, radius]: Circle): boolean =>
  (x - centerX) ** 2 + (y - centerY) ** 2 < radius ** 2;

export type Look = { readonly background: Color; readonly skin: Color; readonly hair: Color; readonly shirt: Color };

const isOfFace = (x: number, y: number): boolean => {
  const isEye = isWithin(x, y, [0.42, 0.44, 0.022]) || isWithin(x, y, [0.58, 0.44, 0.022]);
  return isEye || (isWithin(x, y, [0.5, 0.52, 0.075]) && !isWithin(x, y, [0.5, 0.5, 0.08]));
};

const isNeck = (x: number, y: number): boolean => x > 0.44 && x < 0.56 && y > 0.55 && y < 0.72;

/** A drawn person, head and shoulders. */
export const portrait = ({ background, skin, hair, shirt }: Look): Buffer =>
  png(320, 320, (x, y) => {
    if (isOfFace(x, y)) return [52, 38, 34];
    if (isWithin(x, y, [0.5, 0.44, 0.19]) && y > 0.34) return skin;
    if (isWithin(x, y, [0.5, 0.4, 0.22]) && y < 0.52) return hair;
    if (isNeck(x, y)) return mix(skin, [90, 60, 50], 0.15);
    if (isWithin(x, y, [0.5, 1.02, 0.36])) return shirt;
    return mix(background, [255, 255, 255], 0.35 * (1 - y));
  });

const ridges = [0.8, 0.68, 0.58];

/** Hills under an evening sky, the nearest darkest; `seed` shifts them. */
export const landscape = (sky: Color, hills: Color, seed: number): Buffer =>
  png(960, 600, (x, y) => {
    for (const [index, height] of ridges.entries()) {
      const ridge =
        height + 0.06 * Math.sin(seed + index * 2 + x * (11 - index * 3)) + 0.02 * Math.sin(seed * 3 + x * 23);
      if (y > ridge) return mix(hills, [20, 30, 40], 0.56 - index * 0.28);
    }
    if (isWithin(x, y * 0.625, [0.72, 0.16, 0.06])) return [255, 236, 190];
    return mix(sky, [255, 214, 170], y);
  });

/** A picture for a group: rings on a plain background. */
export const emblem = (ground: Color, ink: Color): Buffer =>
  png(400, 400, (x, y) => {
    const distance = Math.hypot(x - 0.5, y - 0.5);
    return distance < 0.36 && Math.floor(distance * 18) % 2 === 0 ? ink : mix(ground, [0, 0, 0], y * 0.18);
  });
