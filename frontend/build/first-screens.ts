import type { Plugin } from 'vite';
import { ENTRIES } from './entry-pages.ts';

const MAIN = 'app/main.tsx';
const LIBRARY = /\/node_modules\//;

type Place = 'first' | 'app' | 'dashboard' | 'sign-in';

/**
 * Tells which pages need a module for their first screen, so that modules which the same pages need share a chunk: `first` is
 * what sign-in shares with the app, `app` what an invitation shares with the dashboard.
 */
export const firstScreens = (): {
  readonly plugin: Plugin;
  readonly isIn: (place: Place) => (id: string) => boolean;
} => {
  const pages = new Map<string, ReadonlySet<string>>();
  let root = '';
  const plugin: Plugin = {
    name: 'first-screens',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    buildEnd() {
      const reach = (id: string, reached: Set<string>): void => {
        if (reached.has(id) || LIBRARY.test(id)) return;
        reached.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reach(imported, reached);
      };
      for (const { file, screens } of ENTRIES) {
        const reached = new Set<string>();
        const begins = [MAIN, ...screens].map((screen) => `${root}/src/${screen}`);
        for (const id of begins) reach(id, reached);
        // The page names the chunks that these begin.
        for (const id of begins) reached.delete(id);
        pages.set(file, reached);
      }
    },
  };
  const placeOf = (id: string): Place | undefined => {
    const needs = (page: string): boolean => pages.get(page)?.has(id) === true;
    const [invitation, dashboard] = [needs('index.html'), needs('dashboard.html')];
    if (needs('login.html')) return invitation || dashboard ? 'first' : 'sign-in';
    if (dashboard) return invitation ? 'app' : 'dashboard';
    return undefined;
  };
  return { plugin, isIn: (place) => (id) => placeOf(id) === place };
};
