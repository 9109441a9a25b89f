import { fileStoreSuite } from '@quorum/service-kit/testing/file-store-suite.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import { type ErasedNotes, notingFiles } from './erased-list.ts';

const notes: ErasedNotes = { note: () => {}, lines: async () => [], isAlone: async () => true };

fileStoreSuite('Files whose removal is noted', async () => ({
  store: notingFiles(memoryFileStore(), notes),
  leftovers: async () => 0,
}));
