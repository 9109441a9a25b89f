import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import { messageRule } from '../upload-rules.ts';
import { startUploadServer } from './upload-server.ts';

/** A separate process that receives uploads into a folder, so that its memory can be measured. */
const folder = process.argv[2] ?? '';

const server = await startUploadServer({
  store: {
    ...memoryFileStore(),
    write: async (id, source) => {
      const target = createWriteStream(path.join(folder, id));
      await pipeline(source, target);
      return { id, size: target.bytesWritten };
    },
    remove: (id) => rm(path.join(folder, id), { force: true }),
  },
  newId: randomUUID,
  rule: messageRule,
  field: 'file',
  uploaderId: 'maya',
});

let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 20);
process.on('message', () => process.send?.({ most }));
process.send?.({ port: server.port });
