import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';

/** Key: what must stay in order among itself. */
export type BusRecord = { readonly key: string; readonly value: string };

/** Changes of one audience lie in one record; a record's audiences would otherwise tear each other's order apart. */
export const toRecords = (message: BusMessage): readonly BusRecord[] => {
  if (message.kind === 'typing') return [{ key: `group-${message.notice.groupId}`, value: JSON.stringify(message) }];
  const byAudience = new Map<string, Change[]>();
  for (const change of message.changes) {
    const known = byAudience.get(change.audience);
    if (known === undefined) byAudience.set(change.audience, [change]);
    else known.push(change);
  }
  return [...byAudience].map(([key, changes]) => ({ key, value: JSON.stringify({ ...message, changes }) }));
};

export const fromRecord = (value: string): BusMessage => JSON.parse(value) as BusMessage;
