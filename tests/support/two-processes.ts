import type { CommandService } from '@quorum/command-service/start-command-service.ts';
import { composeCommandService } from '@quorum/infra/processes/compose-command-service.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { serviceParts } from '@quorum/infra/processes/service-parts.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { pino } from 'pino';
import { type Product, startProduct } from './product.ts';

/** A store in which some functions are replaced. */
export const proxied = <T extends object>(store: T, own: Partial<Record<keyof T, unknown>>): T =>
  new Proxy(store, {
    get: (target, name) => {
      if (name in own) return own[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

type TwoProcesses = {
  readonly product: Product;
  readonly engines: Engines;
  /** Who has each lease. */
  readonly leases: Map<string, string>;
  /** Leases that a process does not get any more, nor gives back: `alerts first`. */
  readonly lost: Set<string>;
  stop(): Promise<void>;
};

/**
 * The product, and a second command service on the same engines. Embedded stores grant every lease, because they belong to one
 * process, so leases are kept here.
 */
export const startTwoProcesses = async (
  clock: Clock,
  around: (engines: Engines) => Engines,
  environment: Readonly<Record<string, string>> = {},
): Promise<TwoProcesses> => {
  const leases = new Map<string, string>();
  const lost = new Set<string>();
  const asProcess = (engines: Engines, holder: string): Engines => {
    const lease = async (name: string, _: string, ttl: number) => {
      const isFree = (leases.get(name) ?? holder) === holder && !lost.has(`${name} ${holder}`);
      if (isFree && ttl > 0) leases.set(name, holder);
      return isFree;
    };
    const releaseLease = async (name: string): Promise<void> => {
      if (leases.get(name) === holder && !lost.has(`${name} ${holder}`)) leases.delete(name);
    };
    return { ...engines, reads: proxied(engines.reads, { lease, releaseLease }) };
  };
  let shared: Engines | undefined;
  const product = await startProduct(environment, clock, (opened) => {
    shared = around(opened);
    return asProcess(shared, 'first');
  });
  const engines = shared as unknown as Engines;
  const settings = readSettings({ DATA_DIR: product.dataDir });
  const log = pino({ level: 'silent' });
  const parts = serviceParts({ settings, log, clock, engines: asProcess(engines, 'second') }, undefined);
  const second: CommandService = await composeCommandService(
    parts,
    async () => true,
    () => {},
  );
  const stop = async (): Promise<void> => {
    await second.stop();
    await product.stop();
  };
  return { product, engines, leases, lost, stop };
};
