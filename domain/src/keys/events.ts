import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** The one stream that says which keys the log was written with. */
export const KEYS_STREAM = 'keys';

/** Key store subject whose key proves that a key store belongs to a log. */
export const LOG_SUBJECT = 'log';

/** Key store subject of the root of all secrets by which things are named and signed. */
export const ROOT_SUBJECT = 'root';

export const keysEvents = [
  defineEvent({
    type: 'KeysBound',
    /**
     * The last one counts; there is another one for each new master key. `keyStore` names the key store. `masterCheck` opens with a secret of the master key alone, `keyStoreCheck` with the store's key
     * for the log: together they tell which of the two is the wrong one. Both in base64.
     */
    schema: z.object({ keyStore: z.uuid(), masterCheck: z.string(), keyStoreCheck: z.string() }),
  }),
] as const;
