import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '@quorum/infra/bootstrap/lib/ensure-built.mjs';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/**
 * File of a process as users run it. It starts several times faster than the sources.
 * @throws if the build is missing or older than a source
 */
export const builtFile = (name: string): string => {
  if (!isBuilt()) throw new Error('The build is missing or older than its sources: npm run build renews it');
  return join(dist, `${name}.js`);
};
