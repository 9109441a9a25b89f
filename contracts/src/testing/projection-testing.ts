import { expect } from 'vitest';
import { accessEvents, attemptsStream, phoneStream, sessionStream, verificationStream } from '../events/access.ts';
import type { DomainEvent } from '../events/catalogue.ts';
import { entryEvents, entryStream } from '../events/entry.ts';
import { fileStream } from '../events/file.ts';
import { groupStream, joinCodeStream } from '../events/group.ts';
import { messageEvents, messageStream } from '../events/message.ts';
import { preferencesStream, readingStream } from '../events/preferences.ts';
import { reportStream } from '../events/report.ts';
import { userEvents, userStream } from '../events/user.ts';
import type { StoredEvent } from '../ports/event-store.ts';
import type { Document } from '../ports/read-store.ts';

const typesOf = (definitions: readonly { readonly type: string }[]): ReadonlySet<string> =>
  new Set(definitions.map(({ type }) => type));

const [ofUser, ofEntry, ofMessage, ofAccess] = [userEvents, entryEvents, messageEvents, accessEvents].map(typesOf) as [
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
];

/** The stream in which an event of this kind lies. */
export const streamOf = (event: DomainEvent): string => {
  const data = event.data as { readonly [name: string]: string };
  const id = (name: string): string => data[name] as string;
  if (ofUser.has(event.type)) return userStream(id('userId'));
  if (ofEntry.has(event.type)) return entryStream(id('entryId'));
  if (ofMessage.has(event.type)) return messageStream(id('messageId'));
  if (event.type === 'MessageReported') return reportStream(id('reportId'));
  if (event.type === 'FileStored' || event.type === 'FileRemoved') return fileStream(id('fileId'));
  if (event.type === 'JoinCodeClaimed' || event.type === 'JoinCodeReleased') return joinCodeStream(id('code'));
  if (event.type === 'GroupRead') return readingStream(id('userId'), id('groupId'));
  if (event.type === 'GroupColorChosen' || event.type === 'GroupPinned' || event.type === 'GroupUnpinned')
    return preferencesStream(id('userId'));
  if (event.type === 'AttemptCounted') return attemptsStream(event.data.kind, event.data.key);
  if (event.type === 'SessionStarted' || event.type === 'SessionEnded') return sessionStream(id('sessionId'));
  if (event.type.startsWith('Phone')) return phoneStream(id('phoneKey'));
  return ofAccess.has(event.type) ? verificationStream(id('phoneKey')) : groupStream(id('groupId'));
};

/** When and where the n-th event (from 0) of a history was recorded: a second apart. */
export const placeOf = (index: number): { readonly position: string; readonly recordedAt: string } => ({
  position: String(index + 1).padStart(12, '0'),
  recordedAt: new Date(Date.UTC(2026, 4, 14, 14, 42) + index * 1_000).toISOString(),
});

/** Events as the store would give them. */
export const recorded = (events: readonly DomainEvent[]): readonly StoredEvent[] => {
  const lengths = new Map<string, number>();
  return events.map((event, index) => {
    const stream = streamOf(event);
    const revision = lengths.get(stream) ?? 0;
    lengths.set(stream, revision + 1);
    const metadata = { actor: 'test', commandId: 'test', correlationId: 'test', causationId: 'test' };
    return { ...event, id: `event-${index}`, stream, revision, ...placeOf(index), metadata };
  });
};

/** Documents by collection. */
export type Projected = { readonly [collection: string]: readonly Document[] };

export type ProjectionTest = {
  readonly given: (...events: readonly DomainEvent[]) => {
    /** What is in these collections after the events; collections that are not named are not looked at. */
    readonly then: (expected: Projected) => Promise<void>;
    readonly when: (...more: readonly DomainEvent[]) => { readonly then: (expected: Projected) => Promise<void> };
  };
};

/**
 * given / when / then for projections. `project` folds recorded events, from the first one on.
 * Places in the expectation come from {@link placeOf}, counted over `given` and `when` together.
 */
export const testProjection = (project: (events: readonly StoredEvent[]) => Promise<Projected>): ProjectionTest => {
  const then = async (events: readonly DomainEvent[], expected: Projected): Promise<void> => {
    const projected = await project(recorded(events));
    for (const [collection, documents] of Object.entries(expected)) {
      const inOrder = [...documents].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(projected[collection], collection).toEqual(inOrder);
    }
  };
  return {
    given: (...events) => ({
      // biome-ignore lint/suspicious/noThenProperty: the grammar's word; what carries it is never awaited
      then: (expected) => then(events, expected),
      when: (...more) => ({
        // biome-ignore lint/suspicious/noThenProperty: the grammar's word; what carries it is never awaited
        then: (expected) => then([...events, ...more], expected),
      }),
    }),
  };
};
