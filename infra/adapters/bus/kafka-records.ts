import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';

/** Key: records with the same key stay in order. */
export type BusRecord = { readonly key: string; readonly value: string };

/** Changes of one audience share a record. Spread over records of different audiences, they could get out of order. */
export const toRecords = (message: BusMessage): readonly BusRecord[] => {
  if (message.kind === 'typing') return [{ key: `group-${message.notice.groupId}`, value: JSON.stringify(message) }];
  if (message.kind === 'read') return [{ key: `user-${message.notice.userId}`, value: JSON.stringify(message) }];
  if (message.changes.length === 0) return [{ key: 'position', value: JSON.stringify(message) }];
  const byAudience = new Map<string, Change[]>();
  for (const change of message.changes) {
    const known = byAudience.get(change.audience);
    if (known === undefined) byAudience.set(change.audience, [change]);
    else known.push(change);
  }
  return [...byAudience].map(([key, changes]) => ({ key, value: JSON.stringify({ ...message, changes }) }));
};

export const fromRecord = (value: string): BusMessage => JSON.parse(value) as BusMessage;
