import type { StoredEvent } from '@quorum/domain/stored-event.ts';

/** The deletion of the account `u1`, as it is stored. */
export const accountDeleted = {
  type: 'AccountDeleted',
  id: 'e1',
  position: '1',
  metadata: { correlationId: 'c1' },
  data: { userId: 'u1', phoneKey: 'p1', reason: 'own-wish' },
} as unknown as StoredEvent;
