import type { ProcessRecord } from './processes.d.mts';

type Place = { readonly folder: string; readonly log: string };

export declare const kafka: {
  readonly install: () => Promise<void>;
  /** In the folder of an earlier broker, starts the same one again. */
  readonly start: (place: Place) => Promise<{
    readonly process: ProcessRecord;
    readonly environment: { readonly KAFKA_BROKERS: string };
  }>;
  readonly probe: (environment: { readonly KAFKA_BROKERS: string }) => Promise<void>;
};
