import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '@quorum/infra/bootstrap/lib/ensure-built.mjs';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
/** Looked up once: it reads the times of all sources. */
let isCurrent: boolean | undefined;

/**
 * File of a process as users run it. It starts several times faster than the sources.
 * @throws if the build is missing or older than a source
 */
export const builtFile = (name: string): string => {
  isCurrent ??= isBuilt();
  if (!isCurrent) throw new Error('The build is missing or older than its sources: npm run build renews it');
  return join(dist, `${name}.js`);
};
