import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { loadMasterKey } from '@quorum/infra/adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { isUnreadable } from '@quorum/service-kit/ports/event-store.ts';
import { fileKeyOf, valuesIn } from './data-file.ts';
import { filesIn } from './stored-files.ts';

/** Base64 of a text at each of the three byte offsets, without the characters that its neighbors share. */
const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
      .toString('base64')
      .replaceAll('=', '');
    return encoded.slice(Math.ceil((offset * 8) / 6), encoded.length - 1);
  });

const formsOf = (text: string): Buffer[] => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  ...base64Forms(text).map((form) => Buffer.from(form)),
  ...base64Forms(text).map((form) => Buffer.from(form.replaceAll('+', '-').replaceAll('/', '_'))),
  Buffer.from(Buffer.from(text).toString('hex')),
  Buffer.from(Buffer.from(text).toString('hex').toUpperCase()),
];

/** Finds texts in the files of a folder: as UTF-8, UTF-16, base64 at any offset, or hexadecimal. */
export const tracesIn = async (folder: string, texts: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const path of await filesIn(folder)) {
    // A file may be removed during the search.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const text of texts) {
      if (formsOf(text).some((form) => bytes.includes(form))) found.push(`${text} in ${relative(folder, path)}`);
    }
  }
  return found;
};

const tracesInReadModels = (dataDir: string, texts: readonly string[]): string[] => {
  const values = valuesIn(join(dataDir, 'read-models', 'read-models.db'));
  return texts.filter((text) => values.includes(text)).map((text) => `${text} in the read models`);
};

/** Finds texts that can be read from the read models and the event log with every key in the folder. */
export const decipheredTraces = async (dataDir: string, texts: readonly string[]): Promise<string[]> => {
  const masterKey = loadMasterKey({}, dataDir).key;
  const fileKey = fileKeyOf(dataDir);
  const log = await SqliteEventLog.open({ folder: join(dataDir, 'events'), fileKey, readOnly: true });
  const keys = new CachingKeyStore(
    await SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey, fileKey, readOnly: true }),
  );
  try {
    const store = new EncryptingEventStore({ log, keys, ids: systemIds });
    const found = tracesInReadModels(dataDir, texts);
    for (let last = ''; ; ) {
      const page = await store.readAll(last, 1000);
      const end = page.at(-1);
      if (end === undefined) return found;
      last = end.position;
      for (const event of page) {
        const readable = isUnreadable(event) ? '' : JSON.stringify(event.data);
        for (const text of texts) if (readable.includes(text)) found.push(`${text} in ${event.type}`);
      }
    }
  } finally {
    await log.close();
    await keys.close();
  }
};
