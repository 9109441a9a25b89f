import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventCatalogue } from '@quorum/domain/event-catalogue.ts';
import { sampleEvent } from '@quorum/domain/testing/sample-events.ts';
import { describe, expect, it } from 'vitest';
import { deterministicUuid } from '../deterministic-uuid.ts';
import type { EventToAppend } from '../ports/event-log.ts';
import { decodeEvents, encodeEvent, prepareEvent } from './event-codec.ts';

/**
 * One stored event of every type and version ever used, and how it must decode forever. Samples never change. For a new
 * version, add a sample with
 *
 *   GOLDEN=add npx vitest run service-kit/src/event-store/golden-samples.contract.test.ts
 *
 * and update `decoded` of the older samples by hand to what the new upcaster produces.
 */
type Golden = { readonly stored: EventToAppend; readonly decoded: unknown };

const folder = fileURLToPath(new URL('../../../domain/src/testing/golden/', import.meta.url));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Test keys. The samples describe no real person. */
const keyOf = (subject: string): Buffer => digest(`golden key of ${subject}`);
const fileOf = (type: string, version: number): string => `${folder}${type}.v${version}.json`;

const add = ({ type, version }: { type: (typeof eventCatalogue)[number]['type']; version: number }): void => {
  const id = deterministicUuid(`golden ${type} ${version}`);
  const metadata = {
    actor: 'system:golden',
    commandId: 'command',
    correlationId: 'correlation',
    causationId: 'command',
    recordedAt: '2026-05-14T10:42:00.000Z',
  };
  const iv = () => digest(`golden iv of ${type} ${version}`).subarray(0, 12);
  const { stored, data } = encodeEvent(prepareEvent(sampleEvent(type), metadata), id, keyOf, iv);
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(type, version), `${JSON.stringify({ stored, decoded: data }, null, 2)}\n`);
};

if (process.env.GOLDEN === 'add') {
  for (const definition of eventCatalogue)
    if (!existsSync(fileOf(definition.type, definition.version))) add(definition);
}

describe('the golden samples (CQRS-07)', () => {
  it.each(eventCatalogue.map(({ type, version }) => ({ type, version })))(
    'the golden samples include one of each version of $type',
    ({ type, version }) => {
      for (let each = 1; each <= version; each++) {
        expect(existsSync(fileOf(type, each)), `${type} version ${each} has no sample: run with GOLDEN=add`).toBe(true);
      }
    },
  );

  it.each(existsSync(folder) ? readdirSync(folder) : [])('the golden samples read %s as before', async (file) => {
    const { stored, decoded } = JSON.parse(readFileSync(folder + file, 'utf8')) as Golden;
    const place = { stream: 's', revision: 0, position: '1', recordedAt: '2026-05-14T10:42:00.000Z' };
    const findKeys = async (subjects: readonly string[]) =>
      new Map(subjects.map((subject) => [subject, keyOf(subject)]));
    const [event] = await decodeEvents([{ ...stored, ...place }], findKeys);
    expect(event).toMatchObject({ id: stored.id, type: stored.type, ...place });
    expect(event).toHaveProperty('data', decoded);
  });
});
