import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEventStoreProcess } from '../engines/eventstore-server/server-process.ts';
import { commandFigures } from './engines/command-figures.ts';
import { followFigures } from './engines/follow-figures.ts';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { productProcess } from './support/product-process.ts';

/**
 * The product on the EventStoreDB of `EVENTSTORE_URI`. Without it, on the test server: for commands, its appends take as long as those
 * of a real server on two cores; for following, it is as fast as possible.
 */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => [
    ...(await onServer({ slowAppends: true }, (uri) => commandsOn(folder, uri))),
    ...(await onServer({ slowAppends: false }, (uri) => followFigures(folder, uri))),
  ]);

type Rows = readonly Measurement[];

const onServer = async (options: { readonly slowAppends: boolean }, measure: (uri: string) => Promise<Rows>) => {
  const named = process.env.EVENTSTORE_URI;
  if (named !== undefined) return measure(named);
  const own = await startEventStoreProcess(options);
  try {
    return await measure(own.uri);
  } finally {
    own.signal('SIGKILL');
    await own.exited;
  }
};

const commandsOn = async (folder: string, uri: string): Promise<Rows> => {
  const prefix = `bench-${randomUUID()}-`;
  const product = await productProcess(join(folder, 'data'), {
    EVENTSTORE_URI: uri,
    EVENTSTORE_PREFIX: prefix,
    MONGODB_URI: '',
    KAFKA_BROKERS: '',
  });
  try {
    return await commandFigures({ product, uri, prefix });
  } finally {
    await product.stop();
  }
};
