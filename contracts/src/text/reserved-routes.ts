/**
 * First path segments that are never invite codes: the pages of the client and the paths of the server.
 * An invite code is never generated equal to one of them.
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
]);

/** Routes are matched without regard to case, so are their names. */
export const isReservedRoute = (segment: string): boolean => RESERVED_ROUTES.has(segment.toLowerCase());
