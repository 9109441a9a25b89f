export type ProcessRecord = { readonly pid: number; readonly start: string };

export declare const freePort: () => Promise<number>;
export declare const stopProcess: (record: ProcessRecord, graceMs?: number) => Promise<void>;
export declare const isRunning: (record: ProcessRecord) => boolean;
