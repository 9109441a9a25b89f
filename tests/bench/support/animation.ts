import sharp from 'sharp';

/** An animated GIF of noise, whose frames are squares. @param side pixels */
export const animation = (frames: number, side: number): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const whole = { width: side, height: side * frames, channels: 3 as const };
  return sharp({ create: { ...whole, background: '#456', noise } })
    .raw()
    .toBuffer()
    .then((pixels) =>
      sharp(pixels, { raw: { ...whole, pageHeight: side } })
        .gif({ loop: 0, delay: Array.from({ length: frames }, () => 100) })
        .toBuffer(),
    );
};
