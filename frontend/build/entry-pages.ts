import { join } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import type { renderPictures } from '../src/app/documents/render.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The app's page by address, with the modules that its first screen is made of. `index.html` is also served everywhere else. */
export const ENTRIES: readonly {
  file: string;
  screens: readonly string[];
  /** Beside the mark, which every page has. */
  picture?: keyof ReturnType<typeof renderPictures>;
}[] = [
  { file: 'login.html', screens: ['app/visitor-page.tsx'], picture: 'signIn' },
  { file: 'signup.html', screens: ['app/visitor-page.tsx'], picture: 'signIn' },
  {
    file: 'dashboard.html',
    screens: ['app/show-app.tsx', 'app/dashboard-shell.tsx', 'app/dashboard/group-screen.tsx'],
  },
  // Usually an invitation, because nothing else is opened by its address as often.
  { file: 'index.html', screens: ['app/show-app.tsx', 'features/invites/invite-page.tsx'], picture: 'invite' },
];

const chunkOf = (bundle: Bundle, module: string): Chunk => {
  const found = Object.values(bundle).find(
    (output): output is Chunk => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/src/${module}`) === true,
  );
  if (found === undefined) throw new Error(`${module} has no chunk of its own`);
  return found;
};

const withImports = (bundle: Bundle, chunk: Chunk, seen = new Set<Chunk>()): Set<Chunk> => {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') withImports(bundle, imported, seen);
  }
  return seen;
};

const linksTo = (bundle: Bundle, screens: readonly string[], page: string): string => {
  const chunks = new Set(screens.flatMap((screen) => [...withImports(bundle, chunkOf(bundle, screen))]));
  const styles = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return [
    ...[...chunks].map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
    ...[...styles].map((fileName) => `<link rel="stylesheet" crossorigin href="/${fileName}">`),
  ]
    .filter((link) => !page.includes(link))
    .join('\n    ');
};

/** The picture only needs its styles, so they are requested before the scripts. */
const stylesFirst = (page: string): string => {
  const styles = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const without = styles.reduce((rest, style) => rest.replace(style, ''), page);
  return without.replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${styles.join('\n    ')}`);
};

/**
 * Creates a page of the app for each of its first screens. The page names the screen's code, which would otherwise only be
 * discovered by the app's code, and shows its picture until the app has rendered.
 */
export const entryPages = (): Plugin => {
  let root = '';
  return {
    name: 'entry-pages',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const page = index.source.toString();
        const { module } = await runnerImport<{ renderPictures: typeof renderPictures }>(
          join(root, 'src/app/documents/render.ts'),
          { root, logLevel: 'error' },
        );
        const pictures = module.renderPictures();
        delete bundle['index.html'];
        for (const { file, screens, picture } of ENTRIES) {
          const root = `<div id="root">${picture === undefined ? '' : pictures[picture]}${pictures.mark}</div>`;
          const source = stylesFirst(page.replace('</head>', `  ${linksTo(bundle, screens, page)}\n  </head>`));
          this.emitFile({ type: 'asset', fileName: file, source: source.replace('<div id="root"></div>', root) });
        }
      },
    },
  };
};
