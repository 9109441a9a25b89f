import type { ImportedEventInput } from '@quorum/contracts/import/wire.ts';

/** An event of a file. Without `event` it cannot be imported. */
export type FileEvent = {
  readonly name: string;
  readonly event?: ImportedEventInput;
  readonly reason?: string;
  /** A text was longer than the product’s. */
  readonly isShortened: boolean;
};

export const NOT_A_CALENDAR = 'This isn’t a calendar file';
