import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { beforePaint } from './build/before-paint.ts';
import { compress } from './build/compress.ts';
import { entryPages } from './build/entry-pages.ts';
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
const OF_THE_APP = /^(?!.*\/(?:document\.html|worker\/|documents\/|app-download\/|public-pages\/))/;
/** It would pull the dialogs into what every page loads. */
const QUESTION = String.raw`shared\/ui\/overlays\/discard-question\.tsx$`;
/** Many parts that are loaded later need these, and nothing before the first paint does. */
const RULES = String.raw`(?:time\/(?:repeats|repeats-labels|rule-dates)|text\/mentions|entry\/event-id)\.ts$`;
const LATER_DATA = String.raw`calendar-entry\/(?:rule-label|use-series|history-api|deleted-event-api)\.ts$`;
const LATER_UI = String.raw`shared\/ui\/(?:controls\/(?:option-tiles|textarea)|dates\/(?:date-time-fields|month-grid))\.tsx$`;
const DATA = new RegExp(String.raw`\/frontend\/src\/data\/(?!${LATER_DATA})`);
const SHARED = new RegExp(
  String.raw`\/contracts\/src\/(?!${RULES})|\/frontend\/src\/(?!features|app|data|worker|${QUESTION}|${LATER_UI}|${LAYERS})|\/lucide-react\/dist\/esm\/(?!icons\/)`,
);
/** Icons of the rail and parts of a few lines, which the dashboard names. */
const ICONS =
  'bell|bell-off|user-plus|users|rotate-ccw-clock|message-circle|calendar|link|search|chevron-right|chevron-down|ellipsis|file|pin';
const LINES = 'use-focus-leave|quiet-line|use-leave-warning|first-weekday|bell-button';
/** The schedule shares these with what is opened from it. */
const OF_SCHEDULE = /\/(?:event-timing|meeting-links|join-link|event-days)\.tsx?$/;
const SMALL = new RegExp(String.raw`\/icons\/(?:${ICONS})\.m?js$|\/(?:${LINES})\.tsx?$`);

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
        // A file for each module that two screens share would be dozens of requests.
        codeSplitting: {
          groups: [
            { name: 'both', test: /\/(product|theme|mobile-device|stores|class-names)\.ts$/, priority: 2 },
            // The modules of sign-in, with which the app begins, too.
            { name: 'first', tags: ['$initial'], test: OF_THE_APP, priority: 2 },
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-redux|@reduxjs|immer|redux|reselect)\//,
              priority: 1,
            },
            // Apart from the data, which needs the store: what is loaded beside sign-in must not bring it along.
            { name: 'shared', test: SHARED, minShareCount: 6, priority: 1 },
            { name: 'data', test: DATA, minShareCount: 5, priority: 1 },
            // Each is smaller than what a file of its own costs.
            { name: 'schedule', test: OF_SCHEDULE, minShareCount: 2, priority: 1 },
            { name: 'small', test: SMALL, minShareCount: 2, priority: 1 },
            // Nobody opens a dialog before the first paint.
            { name: 'dialogs', test: DIALOGS },
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
