import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|html|svg)$/;
const brotli = (source: Uint8Array) =>
  promisify(brotliCompress)(source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
  });

/** Puts `.br` and `.gz` beside every text file of the build, so that no request waits for compression. */
export const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      await Promise.all(
        names
          .filter((name) => TEXT.test(name))
          .map(async (name) => {
            const file = join(dir, name);
            const source = await readFile(file);
            await writeFile(`${file}.br`, await brotli(source));
            await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }));
          }),
      );
    },
  },
});
