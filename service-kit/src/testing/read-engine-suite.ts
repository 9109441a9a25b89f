import { describe, it } from 'vitest';
import { changeRules } from './read-store/changes.ts';
import { commitRules } from './read-store/commits.ts';
import { documentRules } from './read-store/documents.ts';
import { generationRules } from './read-store/generations.ts';
import { leaseRules } from './read-store/leases.ts';
import { parkedEventRules } from './read-store/parked-events.ts';
import { queryRules } from './read-store/queries.ts';
import { removalRules } from './read-store/removals.ts';
import { type ReadStoreEngine, StoreUnderTest } from './read-store/store-under-test.ts';
import { termIndexRules } from './read-store/term-indexes.ts';

type Rules = (subject: StoreUnderTest) => void;

const readStoreRules: Rules = (subject) => {
  documentRules(subject);
  queryRules(subject);
  commitRules(subject);
  removalRules(subject);
  changeRules(subject);
  it('a read store answers a ping and cleans up', async () => {
    await subject.store.ping();
    await subject.store.scrub();
  });
};

/** One suite per port of an engine of read models. */
const ports: readonly (readonly [string, Rules])[] = [
  ['a read store', readStoreRules],
  ['a term index', termIndexRules],
  ['a keeper of generations', generationRules],
  ['a keeper of parked events', parkedEventRules],
];

/**
 * The contracts of the ports that every engine of read models implements.
 * @param newEngine creates an empty engine.
 * @param isShared whether several processes use it, and compete for leases.
 */
export const readEngineSuite = (
  name: string,
  newEngine: () => Promise<ReadStoreEngine>,
  { isShared = true } = {},
): void => {
  const own = isShared ? [...ports, ['a keeper of leases', leaseRules] as const] : ports;
  describe.each(own)(`${name} as %s`, (_, rules) => rules(new StoreUnderTest(newEngine)));
};
