import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from './openapi.ts';

writeFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), `${JSON.stringify(openApi(), null, 2)}\n`);
