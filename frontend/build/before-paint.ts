import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const source = (root: string): string => `${root}/src/app/before-paint.ts`;

const bundle = async (root: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [source(root)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Adds to every page the script that runs before the first paint. Modules run too late, and the policy forbids inline scripts.
 */
export const beforePaint = (): Plugin => {
  let root = '';
  let address = '/before-paint.js';
  return {
    name: 'before-paint',
    configResolved: (config) => {
      root = config.root;
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(address, async (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript').end(await bundle(root));
      });
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const script = await bundle(root);
      const fileName = `assets/before-paint-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: script });
      this.addWatchFile(source(root));
      address = `/${fileName}`;
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' }],
  };
};
