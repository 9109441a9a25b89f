import { configurationKeys } from '@quorum/contracts/configuration/items.ts';
import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `config-{key}`: one setting of the product. */
export const configurationStream = (key: string): string => `config-${key}`;

export const configurationEvents = [
  defineEvent({
    type: 'ConfigurationChanged',
    audit: {
      kind: 'configuration',
      facts: ['key', 'previous', 'value', 'by'],
      say: { sentence: '*{key}* updated', detail: '{by}' },
    },
    /** `previous` is the value before, possibly the default. `by` is the administrator's name. */
    schema: z.object({
      key: z.enum(configurationKeys),
      value: z.string(),
      previous: z.string(),
      by: z.string(),
    }),
  }),
] as const;
