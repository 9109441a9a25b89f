import type { ProcessRecord } from './processes.d.mts';

type Place = { readonly folder: string; readonly log: string; readonly port?: number };

export declare const mongodb: {
  readonly install: () => Promise<void>;
  readonly start: (place: Place) => Promise<{
    readonly process: ProcessRecord;
    readonly environment: { readonly MONGODB_URI: string };
  }>;
  readonly probe: (environment: { readonly MONGODB_URI: string }) => Promise<void>;
};
