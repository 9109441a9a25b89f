import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

type Wire = {
  routes: Record<string, { method: string; path: string; service: string; upload?: string }>;
  frames: object;
};

/**
 * Reduces a route to what the browser needs, its path, its method and whether it is a query, and a frame to its name. The schemas of requests, and their
 * library, are three times as large as everything else here and stay on the server.
 */
export const slimRoutes = (): Plugin => {
  let root = '';
  return {
    name: 'slim-routes',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    load: {
      filter: { id: /contracts\/src\/routes\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<Wire>(id, { root: join(root, '..'), logLevel: 'error' });
        const slim = Object.entries(module.routes).map(([name, { method, path, service, upload }]) => [
          name,
          { method, path, service: service === 'query' ? service : undefined, upload },
        ]);
        const frames = Object.fromEntries(Object.keys(module.frames).map((name) => [name, 1]));
        return `export const routes = ${JSON.stringify(Object.fromEntries(slim))};
export const frames = ${JSON.stringify(frames)};`;
      },
    },
  };
};
