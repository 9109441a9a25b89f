import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { renderDocuments } from '../src/app/documents/render.ts';

const TEMPLATE = 'document.html';
type Rendered = ReturnType<typeof renderDocuments>[number];
type Renderer = { renderDocuments: typeof renderDocuments };

const fill = (template: string, { title, description, content }: Rendered): string => {
  const parts: Record<string, string> = { title, description, content };
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => parts[name] ?? whole);
};

/** Prerenders each public document from one template: `terms.html` for `/terms`. */
export const publicDocuments = (): Plugin => {
  let root = '';
  return {
    name: 'public-documents',
    configResolved: (config) => {
      root = config.root;
    },
    configureServer: (server) => {
      server.middlewares.use(async (request, response, next) => {
        const address = request.url ?? '/';
        const { renderDocuments } = (await server.ssrLoadModule('/src/app/documents/render.ts')) as Renderer;
        const document = renderDocuments().find(({ name }) => address.split(/[?#]/)[0] === `/${name}`);
        if (document === undefined) return next();
        const page = fill(await readFile(join(root, TEMPLATE), 'utf8'), document);
        response.setHeader('Content-Type', 'text/html').end(await server.transformIndexHtml(address, page));
      });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const template = bundle[TEMPLATE];
        if (template?.type !== 'asset') return;
        const { module } = await runnerImport<Renderer>('/src/app/documents/render.ts', {
          root,
          envPrefix: ['VITE_', 'SUPPORT_EMAIL'],
          logLevel: 'error',
        });
        delete bundle[TEMPLATE];
        for (const document of module.renderDocuments())
          this.emitFile({
            type: 'asset',
            fileName: `${document.name}.html`,
            source: fill(template.source.toString(), document),
          });
      },
    },
  };
};
