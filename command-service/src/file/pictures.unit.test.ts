import { Readable } from 'node:stream';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { keepImageOfNewGroup } from './pictures.ts';

it('a repeated upload that is refused leaves the picture that another process is storing for the first one (CQRS-01)', async () => {
  const events = {
    known: () => undefined,
    current: () => undefined,
    read: async () => [],
  } as unknown as Context['events'];
  const { files, ...store } = memoryFileStore();
  const context = { aggregates: new Aggregates(events), files: store } as unknown as Context;
  const metadata = { actorId: 'ada', commandId: 'c1', commandDigest: undefined, correlationId: 'c1' };
  const fileId = deterministicUuid(`picture ${metadata.commandId}`);
  await store.write(fileId, Readable.from([Buffer.from('made there')]));
  await store.write('upload', Readable.from([Buffer.from('not a picture')]));
  const upload = { id: 'upload', uploaderId: 'ada', name: 'a.png' } as ReceivedFile;
  expect(await keepImageOfNewGroup(context, upload, metadata)).toEqual(refuse('upload/image-unreadable'));
  expect([...files.keys()]).toEqual([fileId]);
});
