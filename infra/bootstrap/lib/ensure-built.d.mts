export declare const isBuilt: () => boolean;
export declare const ensureBuilt: () => Promise<void>;
