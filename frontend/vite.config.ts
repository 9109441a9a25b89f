import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { beforePaint } from './build/before-paint.ts';
import { compress } from './build/compress.ts';
import { entryPages } from './build/entry-pages.ts';
import { firstScreens } from './build/first-screens.ts';
import { publicDocuments } from './build/public-documents.ts';
import { scriptBudget } from './build/script-budget.ts';
import { serviceWorker } from './build/service-worker.ts';
import { slimRoutes } from './build/slim-routes.ts';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';
const toApi = { target: api, changeOrigin: false };

const LAYERS = String.raw`shared\/ui\/overlays\/(?:dialog|confirm-dialog|alert-dialog|busy-overlay|menu|popover)\.tsx$`;
const DIALOGS = new RegExp(
  String.raw`\/node_modules\/(?:@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)\b|${LAYERS}`,
);
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const { plugin: firstScreensOfPages, isIn } = firstScreens();
/** Sign-in also shows the outbox of development, whose icon button would bring the dashboard along. */
const ICON_BUTTON = /\/icon-button\.tsx$/;
const isFirst = isIn('first');

/** Requests the font that every page shows together with the page, so that it is loaded for the first paint. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    firstScreensOfPages,
    beforePaint(),
    preloadFont,
    slimRoutes(),
    publicDocuments(),
    entryPages(),
    serviceWorker(),
    compress(),
    scriptBudget(),
  ],
  // The one address for support is baked into the pages.
  envPrefix: ['VITE_', 'SUPPORT_EMAIL'],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest browsers that the README names. `AbortSignal.any` and `dvh` need no fallback in them.
    target: ['chrome120', 'firefox128', 'safari17.4'],
    // The Content-Security-Policy allows no inline scripts and no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', document: 'document.html' },
      output: {
        // A file for each module that two screens share would be dozens of requests. A group takes what its modules import
        // along, unless a group of a higher priority has it.
        codeSplitting: {
          groups: [
            { name: 'both', test: /\/(product|theme|mobile-device|stores|class-names)\.ts$/, priority: 8 },
            { name: 'first', test: (id) => REACT.test(id) || ICON_BUTTON.test(id) || isFirst(id), priority: 7 },
            {
              name: 'libraries',
              test: /\/node_modules\/(?:react-router|react-redux|@reduxjs|immer|redux|reselect)\//,
              priority: 6,
            },
            {
              name: 'icons',
              test: /\/lucide-react\//,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 6_000,
              priority: 5,
            },
            { name: 'app', test: isIn('app'), priority: 4 },
            { name: 'dashboard', test: isIn('dashboard'), priority: 3 },
            { name: 'sign-in', test: isIn('sign-in'), priority: 2 },
            // Nobody opens a dialog before the first paint.
            { name: 'dialogs', test: DIALOGS, priority: 1 },
          ],
        },
      },
    },
    // React, its router and the cache of the server’s data; script-budget.ts has what counts.
    chunkSizeWarningLimit: 650,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': toApi,
      '/files': toApi,
      '/socket.io': { ...toApi, ws: true },
      '/healthz': toApi,
      '/readyz': toApi,
    },
  },
});
