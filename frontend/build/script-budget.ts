import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Budget = {
  /** Kilobytes of compressed script that must arrive before the page shows anything. */
  readonly beforePaint: number;
  /** Kilobytes of compressed script that the page references. What the app loads later does not count. */
  readonly named: number;
};

const BUDGETS: Readonly<Record<string, Budget>> = {
  'terms.html': { beforePaint: 60, named: 60 },
  'privacy.html': { beforePaint: 60, named: 60 },
  'support.html': { beforePaint: 60, named: 60 },
  'app-download.html': { beforePaint: 60, named: 60 },
  'login.html': { beforePaint: 10, named: 83 },
  'signup.html': { beforePaint: 10, named: 83 },
  // Invitations, and every address without a page of its own.
  'index.html': { beforePaint: 10, named: 132 },
  'dashboard.html': { beforePaint: 10, named: 164 },
};
/** Kilobytes of compressed script of parts that are loaded when first shown, by the file that begins them. */
const LATER: Readonly<Record<string, number>> = {
  'grid/grid-view.tsx': 25,
  'palette/palette.tsx': 8,
  'worker/sw.ts': 6,
};
const FONTS_KB = 110;

/** Bytes as sent. Cached, because several pages name the same file and compressing it takes a second. */
const compressedSize = (): ((text: string) => Promise<number>) => {
  const known = new Map<string, Promise<number>>();
  return (text) => {
    const size = known.get(text) ?? promisify(brotliCompress)(text).then(({ length }) => length);
    known.set(text, size);
    return size;
  };
};

const namesOf = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name = '']) => name)),
];
/** Modules are deferred, so a page with content of its own is painted without them. */
const beforePaint = (page: string): readonly string[] =>
  page.includes('<div id="root"></div>')
    ? namesOf(page)
    : namesOf(page.replace(/<(?:script type="module"|link)[^>]*>/g, ''));

const sizesIn = (bundle: Rolldown.OutputBundle) => {
  const compressed = compressedSize();
  return async (names: readonly string[]): Promise<number> => {
    const sizes = names.map(async (name) => {
      const output = bundle[name];
      if (output === undefined) throw new Error(`A page names ${name}, which was not built`);
      return compressed(output.type === 'chunk' ? output.code : output.source.toString());
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  };
};

const fontsIn = (bundle: Rolldown.OutputBundle): number =>
  Object.values(bundle).reduce(
    (sum, file) => (file.fileName.endsWith('.woff2') && file.type === 'asset' ? sum + file.source.length / 1000 : sum),
    0,
  );

/** The chunk that a file begins, without those that it shares with others. */
const chunksOf = (bundle: Rolldown.OutputBundle, file: string): readonly string[] =>
  Object.values(bundle).flatMap((one) =>
    one.type === 'chunk' && one.facadeModuleId?.endsWith(file) === true ? [one.fileName] : [],
  );

type Size = { readonly what: string; readonly size: number; readonly max: number };

/** Kilobytes of everything that has a limit. */
const sizesOf = async (bundle: Rolldown.OutputBundle): Promise<Size[]> => {
  const sizeOf = sizesIn(bundle);
  const sizes: Size[] = [{ what: 'fonts', size: fontsIn(bundle), max: FONTS_KB }];
  for (const [name, budget] of Object.entries(BUDGETS)) {
    const page = bundle[name];
    if (page?.type !== 'asset') throw new Error(`${name} was not built`);
    const text = page.source.toString();
    const { beforePaint: max, named } = budget;
    sizes.push({ what: `${name} (beforePaint)`, size: await sizeOf(beforePaint(text)), max });
    sizes.push({ what: `${name} (named)`, size: await sizeOf(namesOf(text)), max: named });
  }
  for (const [file, max] of Object.entries(LATER)) {
    const chunks = chunksOf(bundle, file);
    if (chunks.length === 0) throw new Error(`${file} is no part of its own`);
    sizes.push({ what: file, size: await sizeOf(chunks), max });
  }
  return sizes;
};

/** Fails the build if a page or a later part needs more script, or the build contains more fonts, than allowed. */
export const scriptBudget = (): Plugin => ({
  name: 'script-budget',
  apply: 'build',
  writeBundle: {
    order: 'post',
    async handler(_options, bundle) {
      for (const { what, size, max } of await sizesOf(bundle)) {
        if (size > max) this.error(`${what} has ${size.toFixed(1)} kB; it may have ${max} kB`);
        this.info(`${what}: ${size.toFixed(1)} of ${max} kB`);
      }
    },
  },
});
