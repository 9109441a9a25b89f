import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEventStoreProcess } from '../engines/eventstore-server/server-process.ts';
import { commandFigures } from './engines/command-figures.ts';
import { followFigures } from './engines/follow-figures.ts';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { productProcess } from './support/product-process.ts';

/** The product on the EventStoreDB that `EVENTSTORE_URI` names; on the test server, which imitates its costs only roughly, without. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const named = process.env.EVENTSTORE_URI;
    const own = named === undefined ? await startEventStoreProcess() : undefined;
    const uri = named ?? (own?.uri as string);
    const prefix = `bench-${randomUUID()}-`;
    try {
      const product = await productProcess(join(folder, 'data'), {
        EVENTSTORE_URI: uri,
        EVENTSTORE_PREFIX: prefix,
        MONGODB_URI: '',
        KAFKA_BROKERS: '',
      });
      let rows: readonly Measurement[];
      try {
        rows = await commandFigures({ product, uri, prefix });
      } finally {
        await product.stop();
      }
      return [...rows, ...(await followFigures(folder, uri))];
    } finally {
      own?.signal('SIGKILL');
      await own?.exited;
    }
  });
