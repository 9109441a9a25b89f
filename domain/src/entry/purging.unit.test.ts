import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { given, identity, noon, scheduled } from '../testing/weekly-entry.ts';
import type { EntryCommand } from './decider.ts';

const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };
const purged: DomainEvent = { type: 'EntryPurged', data: identity };
/** Soon after the deletion. */
const soon = noon('2026-05-15');
const purge: EntryCommand = { type: 'PurgeEntry' };
const restore: EntryCommand = { type: 'RestoreEntry', occurrence: undefined };

describe('deleting an event for good', () => {
  it('deleting an event for good follows its deletion, and happens once (UNDO-05)', () => {
    given(scheduled, cancelled).when(purge).then(purged);
    given(scheduled, cancelled, purged).when(purge).then();
    given(scheduled).when(purge).thenRefused('event/not-deleted');
  });

  it('deleting an event for good leaves nothing to restore (UNDO-05)', () =>
    given(scheduled, cancelled, purged).when(restore, soon).thenRefused('event/restore-over'));
});

it('a deleted event whose message moderation removed cannot be restored (UNDO-15)', () =>
  given(scheduled, cancelled)
    .when(restore, { ...soon, isRemoved: true })
    .thenRefused('event/removed'));
