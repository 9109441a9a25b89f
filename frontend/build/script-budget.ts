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
  'login.html': { beforePaint: 10, named: 82 },
  'signup.html': { beforePaint: 10, named: 82 },
  // Invitations, and every address without a page of its own.
  'index.html': { beforePaint: 10, named: 150 },
  'dashboard.html': { beforePaint: 10, named: 176 },
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

/** Fails the build if a page needs more script, or the build contains more fonts, than allowed. */
export const scriptBudget = (): Plugin => ({
  name: 'script-budget',
  apply: 'build',
  writeBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const sizeOf = sizesIn(bundle);
      for (const [name, budget] of Object.entries(BUDGETS)) {
        const page = bundle[name];
        if (page?.type !== 'asset') this.error(`${name} was not built`);
        const text = page.source.toString();
        for (const [kind, names] of [
          ['beforePaint', beforePaint(text)],
          ['named', namesOf(text)],
        ] as const) {
          const size = await sizeOf(names);
          if (size > budget[kind])
            this.error(`${name} has ${size.toFixed(1)} kB of script (${kind}); it may have ${budget[kind]} kB`);
          this.info(`${name}: ${size.toFixed(1)} of ${budget[kind]} kB of script (${kind})`);
        }
      }
      const fonts = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.woff2'));
      const size = fonts.reduce((sum, font) => sum + (font.type === 'asset' ? font.source.length : 0), 0) / 1000;
      if (size > FONTS_KB) this.error(`Fonts have ${size.toFixed(1)} kB; they may have ${FONTS_KB} kB`);
    },
  },
});
