/**
 * First path segments that are never invite codes: pages of the client and paths of the server. Generated invite codes avoid
 * them.
 */
export const RESERVED_ROUTES: ReadonlySet<string> = new Set([
  'login',
  'signup',
  'profile-setup',
  'dashboard',
  'account',
  'terms',
  'privacy',
  'support',
  'admin',
  'app-download',
  'stop-phone-change',
  'api',
  'socket.io',
  'files',
  'assets',
  'healthz',
  'readyz',
  'metrics',
  'index.html',
  'favicon.ico',
  'sw.js',
  'manifest.webmanifest',
]);

/** Routes match case-insensitively, so reserved names do too. */
export const isReservedRoute = (segment: string): boolean => RESERVED_ROUTES.has(segment.toLowerCase());
