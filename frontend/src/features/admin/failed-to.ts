import { errorText } from '../../data/api/api-error.ts';

/** How the panel says every failure. */
export const failedTo =
  (what: string) =>
  (error: unknown): string =>
    `Failed to ${what}: ${errorText(error, 'no answer from the server')}`;
