import type { Decider } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import type { FilePurpose } from './events.ts';

export type StoredFile = {
  readonly status: 'none' | 'stored' | 'removed';
  readonly ownerId: string;
  readonly purpose: FilePurpose | undefined;
  readonly messageId?: string | undefined;
  readonly groupId?: string | null | undefined;
  /** UTC, ISO 8601. Empty if nothing was stored. */
  readonly storedAt: string;
};

export type FileCommand =
  | { readonly type: 'RecordFile'; readonly file: DataOf<'FileStored'> }
  | { readonly type: 'RemoveFile'; readonly fileId: string };

export const fileDecider: Decider<FileCommand, StoredFile> = {
  initial: { status: 'none', ownerId: '', purpose: undefined, storedAt: '' },
  decide: (command, { status }) => {
    if (command.type === 'RecordFile') return status === 'none' ? [{ type: 'FileStored', data: command.file }] : [];
    return status === 'stored' ? [{ type: 'FileRemoved', data: { fileId: command.fileId } }] : [];
  },
  evolve: (file, event) => {
    switch (event.type) {
      case 'FileStored': {
        const { ownerId, purpose, messageId, groupId } = event.data;
        return { status: 'stored', ownerId, purpose, messageId, groupId, storedAt: event.recordedAt };
      }
      case 'FileRemoved':
        return { ...file, status: 'removed' };
      default:
        return file;
    }
  },
};
