import { randomBytes } from 'node:crypto';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { eventDefinition } from '@quorum/domain/event-catalogue.ts';
import {
  defineEvent,
  type EventDefinition,
  groupSubject,
  personal,
  personSubject,
  writingSubject,
} from '@quorum/domain/event-definition.ts';
import type { EventMetadata } from '@quorum/domain/stored-event.ts';
import { sampleEvent, sampleEvents, sampleIds } from '@quorum/domain/testing/sample-events.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EventToAppend, RecordedEvent } from '../ports/event-log.ts';
import { isUnreadable } from '../ports/event-store.ts';
import { type DefinitionOf, decodeEvents, encodeEvent, prepareEvent } from './event-codec.ts';

const metadata = { actor: 'system:test', commandId: 'c', correlationId: 'r', causationId: 'c' };
const recordedAt = '2026-05-14T10:42:00.000Z';
const keys = new Map<string, Uint8Array>();
const keyOf = (subject: string): Uint8Array => {
  const key = keys.get(subject) ?? randomBytes(32);
  keys.set(subject, key);
  return key;
};

const encode = (event: DomainEvent, id = 'id-1', definitionOf?: DefinitionOf): RecordedEvent =>
  recorded(
    encodeEvent(prepareEvent(event, { ...metadata, recordedAt }, definitionOf), id, keyOf, () => randomBytes(12))
      .stored,
  );
const recorded = (stored: EventToAppend): RecordedEvent => ({
  ...stored,
  stream: 's',
  revision: 0,
  position: '1',
  recordedAt,
});
const decode = async (event: RecordedEvent, definitionOf?: DefinitionOf) => {
  const [decoded] = await decodeEvents([event], async () => keys, definitionOf);
  if (decoded === undefined) throw new Error('nothing was decoded');
  return decoded;
};
const boxesOf = (event: RecordedEvent) => (JSON.parse(event.data) as { $box: { s: string; c: string }[] }).$box;
const withBoxes = (event: RecordedEvent, boxes: unknown): RecordedEvent => ({
  ...event,
  data: JSON.stringify({ ...(JSON.parse(event.data) as object), $box: boxes }),
});

describe('stored events', () => {
  it('stored events contain no personal field in the clear (SAFE-01)', () => {
    for (const event of sampleEvents) {
      const definition = eventDefinition(event.type);
      const stored = encode(event);
      const names = definition?.personal.flatMap(({ fields }) => fields) ?? [];
      for (const name of names) {
        const value = (event.data as Record<string, unknown>)[name];
        expect(value, `${event.type}.${name} has a sample`).toBeTruthy();
        expect(JSON.parse(stored.data)).not.toHaveProperty(name);
        for (const encoding of ['utf8', 'utf16le', 'base64', 'hex'] as const) {
          const trace = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(encoding);
          expect(stored.data).not.toContain(trace);
        }
      }
    }
  });

  it('stored events contain one box per subject, encrypted differently every time', () => {
    const report = sampleEvent('MessageReported');
    expect(boxesOf(encode(report)).map(({ s }) => s)).toEqual([
      personSubject(sampleIds.ben),
      writingSubject(sampleIds.ada, sampleIds.message),
    ]);
    expect(boxesOf(encode(report))[0]?.c).not.toBe(boxesOf(encode(report))[0]?.c);
  });

  it('stored events carry the version of their schema', () => {
    expect(JSON.parse(encode(sampleEvent('NameChanged')).metadata)).toEqual({
      ...metadata,
      schemaVersion: 1,
      recordedAt,
    });
  });
});

describe('the digest of a request', () => {
  const actor = sampleIds.ada;
  const asked = { ...metadata, actor, commandDigest: 'digest-of-a-body' };
  const store = (event: DomainEvent, by: EventMetadata = asked) =>
    recorded(encodeEvent(prepareEvent(event, { ...by, recordedAt }), 'id-1', keyOf, () => randomBytes(12)).stored);

  it('the digest of a request is returned with the event and never stored in the clear (SAFE-14)', async () => {
    for (const event of sampleEvents) {
      const stored = store(event);
      expect(stored.data + stored.metadata).not.toContain(asked.commandDigest);
      expect(await decode(stored)).toHaveProperty('metadata', asked);
    }
  });

  it.each([
    ['the texts of its event', 'NameChanged', personSubject(sampleIds.ada)],
    ['the group, for the codes of a group', 'JoinCodeClaimed', groupSubject(sampleIds.group)],
    ['the person who asked, where nothing is personal', 'ReactionAdded', personSubject(sampleIds.ada)],
  ] as const)('the digest of a request cannot be recovered with %s (SAFE-14)', async (_, type, subject) => {
    const stored = store(sampleEvent(type));
    keys.delete(subject);
    const event = await decode(stored);
    expect(isUnreadable(event)).toBe(false);
    expect(event).toHaveProperty('metadata', { ...metadata, actor });
  });

  it('the digest of a request is not kept if nobody could have it erased', async () => {
    const stored = store(sampleEvent('AttemptCounted'), { ...asked, actor: 'anonymous' });
    expect(await decode(stored)).toHaveProperty('metadata', { ...metadata, actor: 'anonymous' });
  });
});

describe('an event that cannot be read (CQRS-06)', () => {
  const message = () => encode(sampleEvent('MessagePosted'));
  const changed = (bytes: (box: Buffer) => void): RecordedEvent => {
    const event = message();
    const [box] = boxesOf(event);
    const content = Buffer.from(box?.c ?? '', 'base64');
    bytes(content);
    return withBoxes(event, [{ s: box?.s, c: content.toString('base64') }]);
  };
  const cases: [string, () => RecordedEvent][] = [
    ['an unknown type', () => ({ ...message(), type: 'NeverHeardOf' })],
    [
      'a version of the future',
      () => ({ ...message(), metadata: JSON.stringify({ ...metadata, recordedAt, schemaVersion: 3 }) }),
    ],
    ['no version', () => ({ ...message(), metadata: JSON.stringify({ ...metadata, recordedAt }) })],
    ['metadata without a time', () => ({ ...message(), metadata: JSON.stringify({ ...metadata, schemaVersion: 1 }) })],
    ['metadata without an actor', () => ({ ...message(), metadata: JSON.stringify({ recordedAt, schemaVersion: 1 }) })],
    ['a broken payload', () => ({ ...message(), data: '{"messageId":' })],
    ['a payload that is no object', () => ({ ...message(), data: '[]' })],
    ['a missing field', () => ({ ...message(), data: '{}' })],
    ['boxes that are none', () => withBoxes(message(), 'box')],
    ['a changed ciphertext', () => changed((box) => box.writeUInt8((box[20] ?? 0) ^ 1, 20))],
    ['a changed tag', () => changed((box) => box.writeUInt8((box.at(-1) ?? 0) ^ 1, box.length - 1))],
    [
      'a box cut short',
      () => withBoxes(message(), [{ s: writingSubject(sampleIds.ada, sampleIds.message), c: 'AAAA' }]),
    ],
    ['the box of another event', () => withBoxes(message(), boxesOf(encode(sampleEvent('MessagePosted'), 'id-2')))],
    ['the box of another type', () => withBoxes(message(), boxesOf(encode(sampleEvent('MessageEdited'))))],
    [
      'a box under the name of another subject',
      () => {
        const event = message();
        keys.set('user-x', keyOf(writingSubject(sampleIds.ada, sampleIds.message)));
        return withBoxes(event, [{ s: 'user-x', c: boxesOf(event)[0]?.c }]);
      },
    ],
  ];

  it.each(cases)('an event that cannot be read reports %s without quoting the event', async (_, make) => {
    const decoded = await decode(make());
    expect(isUnreadable(decoded)).toBe(true);
    const { unreadable, ...place } = decoded as Extract<typeof decoded, { unreadable: string }>;
    expect(unreadable).not.toMatch(/Café|menu/);
    expect(place).toMatchObject({ id: 'id-1', stream: 's', revision: 0, position: '1' });
    expect(place).not.toHaveProperty('data');
  });

  it('an event that cannot be read does not prevent its neighbors from being read', async () => {
    const decoded = await decodeEvents([message(), { ...message(), type: 'No' }, message()], async () => keys);
    expect(decoded.map(isUnreadable)).toEqual([false, true, false]);
  });
});

describe('events of old versions (CQRS-07)', () => {
  const person = { subject: (data: { userId: string }) => personSubject(data.userId) };
  const v1 = defineEvent({
    type: 'NameChanged',
    audit: 'unlisted',
    schema: z.object({ userId: z.string(), fullName: personal(z.string()) }),
    personal: [{ ...person, fields: ['fullName'] }],
  }) as unknown as EventDefinition;
  const v3 = defineEvent({
    type: 'NameChanged',
    audit: 'unlisted',
    version: 3,
    schema: z.object({
      userId: z.string(),
      firstName: personal(z.string()),
      lastName: personal(z.string()),
      source: z.string(),
    }),
    personal: [{ ...person, fields: ['firstName', 'lastName'] }],
    upcasters: {
      1: ({ fullName, ...rest }) => {
        const [firstName, lastName] = typeof fullName === 'string' ? fullName.split(' ') : [];
        return { ...rest, firstName, lastName };
      },
      2: (data) => ({ ...data, source: 'unknown' }),
    },
  }) as unknown as EventDefinition;
  const old = () =>
    encode(
      { type: 'NameChanged', data: { userId: 'old', fullName: 'Ada Lovelace' } } as unknown as DomainEvent,
      'id-1',
      () => v1,
    );

  it('events of old versions are upcast to the current one, including personal fields', async () => {
    expect(await decode(old(), () => v3)).toMatchObject({
      data: { userId: 'old', firstName: 'Ada', lastName: 'Lovelace', source: 'unknown' },
    });
  });

  it('events of old versions have null for an erased person', async () => {
    const event = old();
    keys.delete(personSubject('old'));
    expect(await decode(event, () => v3)).toMatchObject({
      data: { userId: 'old', firstName: null, lastName: null, source: 'unknown' },
    });
  });

  it('events of old versions are unreadable if an upcaster is missing', async () => {
    const gap = { ...v3, upcasters: { 2: v3.upcasters[2] as EventDefinition['upcasters'][number] } };
    expect(isUnreadable(await decode(old(), () => gap))).toBe(true);
  });
});
