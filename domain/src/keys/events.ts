import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** The single stream that records which keys the log was written with. */
export const KEYS_STREAM = 'keys';

/** Key store subject whose key proves that a key store belongs to this log. */
export const LOG_SUBJECT = 'log';

/** Key store subject of the root secret, from which all secrets for naming and signing are derived. */
export const ROOT_SUBJECT = 'root';

export const keysEvents = [
  defineEvent({
    type: 'KeysBound',
    audit: 'unlisted',
    /**
     * The last one is valid; each new master key adds one. `keyStore` names the key store. `masterCheck` opens with a secret
     * derived from the master key alone, `keyStoreCheck` with the store's key for the log. Together they show which of the two is
     * wrong. Both are base64.
     */
    schema: z.object({ keyStore: z.uuid(), masterCheck: z.string(), keyStoreCheck: z.string() }),
  }),
] as const;
