import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';
const toApi = { target: api, changeOrigin: false };

/** The two fonts that every page shows are fetched with the page, so that no text changes its width later. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /\/(InterVariable|InterDisplay-SemiBold)-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The Content-Security-Policy allows no inline scripts and no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // React, its router and the dashboard: what everybody needs at once, 180 kB on the wire.
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
