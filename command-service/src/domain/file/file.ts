import type { FilePurpose } from '@quorum/contracts/events/file.ts';
import type { Aggregate } from '../aggregate.ts';

export type StoredFile = {
  readonly status: 'none' | 'stored' | 'removed';
  readonly ownerId: string;
  readonly purpose: FilePurpose | undefined;
  readonly messageId?: string | undefined;
  /** UTC, ISO 8601; empty when nothing was stored. */
  readonly storedAt: string;
};

export const fileAggregate: Aggregate<StoredFile> = {
  category: 'file',
  initial: () => ({ status: 'none', ownerId: '', purpose: undefined, storedAt: '' }),
  evolve: (file, event) => {
    switch (event.type) {
      case 'FileStored':
        return {
          status: 'stored',
          ownerId: event.data.ownerId,
          purpose: event.data.purpose,
          messageId: event.data.messageId,
          storedAt: event.recordedAt,
        };
      case 'FileRemoved':
        return { ...file, status: 'removed' };
      default:
        return file;
    }
  },
};
