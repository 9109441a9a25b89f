import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { securityHeaders } from './security-headers.ts';

/** Serves the built pages. A path without a file gets the single page whose router knows it. @param folder of the build. */
export const staticPages = (folder: string) => {
  const serve = sirv(folder, {
    single: true,
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
      // Asset names change with their content; everything else is revalidated.
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    // A group's page is the dashboard, and the home page begins as sign-in.
    request.url = request.url?.replace(/^\/dashboard\/[^?]*/, '/dashboard').replace(/^\/(?=\?|$)/, '/login');
    serve(request, response, () => {
      response.writeHead(404, { ...securityHeaders, 'Content-Type': 'text/plain' }).end('Not found');
    });
  };
};
