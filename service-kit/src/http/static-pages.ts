import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { securityHeaders } from './security-headers.ts';

/** Serves the built pages; a path that names no file gets the one page whose router knows it. @param folder of the build. */
export const staticPages = (folder: string) => {
  const serve = sirv(folder, {
    single: true,
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
      // Names of assets change with their content; everything else is asked for again.
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    // A group's page is the dashboard's: its screens are named there.
    request.url = request.url?.replace(/^\/dashboard\/[^?]*/, '/dashboard');
    serve(request, response, () => {
      response.writeHead(404, { ...securityHeaders, 'Content-Type': 'text/plain' }).end('Not found');
    });
  };
};
