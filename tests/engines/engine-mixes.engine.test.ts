import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, describe, it } from 'vitest';
import { liveJourney } from '../support/journey.ts';
import { dropDatabase, isolated, namedEngines } from '../support/processes/distributed.ts';
import { type Product, startProduct } from '../support/product.ts';

const engines = isolated(namedEngines());
const none = { EVENTSTORE_URI: '', MONGODB_URI: '', KAFKA_BROKERS: '' };

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  await dropDatabase(engines.MONGODB_URI ?? '');
});

describe('one process on any mix of embedded and real engines', () => {
  it.each<[string, readonly string[]]>([
    ['EventStoreDB', ['EVENTSTORE_URI']],
    ['MongoDB', ['MONGODB_URI']],
    ['Kafka', ['KAFKA_BROKERS']],
    ['EventStoreDB and Kafka', ['EVENTSTORE_URI', 'KAFKA_BROKERS']],
    ['all of them', ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS']],
  ])(
    'one process lets two people plan and chat on %s, with embedded engines for the rest (STACK-04, STACK-05)',
    async (_, named) => {
      const mix = Object.fromEntries(named.map((name) => [name, engines[name] ?? '']));
      // Each mix has its own log, because keys belong to one log.
      const { EVENTSTORE_PREFIX = '', KAFKA_TOPIC = '', MASTER_KEY = '' } = isolated(namedEngines());
      product = await startProduct({ ...none, EVENTSTORE_PREFIX, KAFKA_TOPIC, MASTER_KEY, ...mix });
      const { origin } = product;
      // Servers take a while to create the collections of a new database.
      await until(async () => (await fetch(`${origin}/readyz`)).ok);

      await liveJourney(product);
    },
  );
});
