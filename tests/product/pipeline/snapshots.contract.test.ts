import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupSubject } from '@quorum/domain/event-definition.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite-event-log.ts';
import { type SnapshotStore, SnapshotsUnavailableError } from '@quorum/service-kit/ports/snapshot-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  EVERY,
  GROUP,
  history,
  joined,
  metadataOf,
  openScene,
  person,
  plain,
  REREAD,
  renamed,
} from './snapshot-scene.ts';

let scene: Awaited<ReturnType<typeof openScene>>;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.dispose());

/** What was offered before is written before, so that nothing is on its way any more. */
const writtenOfAnother = async ({ load, written }: ReturnType<typeof scene.started>): Promise<void> => {
  const groupId = randomUUID();
  await scene.append(history(groupId, EVERY), { groupId });
  await load(groupId);
  await written;
};

describe('a long stream', () => {
  it('is read from its snapshot on by the next process, which has the same state', async () => {
    await scene.withSnapshot();
    await scene.append([renamed(GROUP, 'Sailing club'), joined(GROUP, 20)], { from: 8 });
    const next = scene.started();
    expect(plain(await next.load())).toEqual(plain(await scene.foldedWhole()));
    expect(next.firstReads).toEqual([7 - REREAD]);
    expect(next.outcomes).toEqual(['used']);
  });

  it('gets no snapshot while it is short, and another one after as many events again', async () => {
    await scene.append(history(GROUP, EVERY - 1));
    const one = scene.started();
    await one.load();
    expect(await scene.store.find(groupStream(GROUP))).toBeUndefined();
    await scene.append([joined(GROUP, 20)], { from: EVERY - 1 });
    await one.load();
    await one.written;
    expect((await scene.store.find(groupStream(GROUP)))?.revision).toBe(EVERY - 1);
    await scene.append(
      Array.from({ length: EVERY }, (_, index) => joined(GROUP, 30 + index)),
      { from: EVERY },
    );
    const next = scene.started();
    await next.load();
    await next.written;
    expect((await scene.store.find(groupStream(GROUP)))?.revision).toBe(2 * EVERY - 1);
  });

  it('recognizes a repeated command from before the snapshot, with its digest (CQRS-01)', async () => {
    await scene.withSnapshot();
    const next = scene.started();
    const command = { type: 'RenewInvitation' } as const;
    const request = {
      decider: groupDecider,
      stream: groupStream(GROUP),
      command,
      facts: () => ({ actorId: person(0) }),
    };
    expect(await next.aggregates.handle({ ...request, metadata: metadataOf(6) })).toMatchObject({ repeated: true });
    const reused = { ...metadataOf(6), commandDigest: 'another' };
    expect(await next.aggregates.handle({ ...request, metadata: reused })).toMatchObject({
      refused: 'request/idempotency-key-reused',
    });
    expect(next.outcomes[0]).toBe('used');
  });
});

describe('a snapshot', () => {
  it('cannot be read without the key of its group, whose name it holds (SAFE-01)', async () => {
    await scene.withSnapshot();
    const kept = await scene.store.find(groupStream(GROUP));
    expect(Buffer.from(kept?.sealed ?? []).includes('Rowing club')).toBe(false);
    await scene.keys.destroy(groupSubject(GROUP));
    const next = scene.started();
    const group = await next.load();
    expect(next.outcomes[0]).toBe('ignored');
    expect(group.name).toBeNull();
    expect(plain(group)).toEqual(plain(await scene.foldedWhole()));
  });

  it('is not written of a state whose texts were erased meanwhile (SAFE-01)', async () => {
    await scene.append(history(GROUP, 8));
    await scene.keys.destroy(groupSubject(GROUP));
    const next = scene.started();
    await next.load();
    await writtenOfAnother(next);
    expect(await scene.store.find(groupStream(GROUP))).toBeUndefined();
  });

  it('leaves memory too when the key is destroyed after it was read (SAFE-01)', async () => {
    await scene.withSnapshot();
    const next = scene.started();
    expect((await next.load()).name).toBe('Rowing club');
    await scene.keys.destroy(groupSubject(GROUP));
    expect((await next.load()).name).toBeNull();
    expect(next.outcomes).toEqual(['used', 'ignored']);
  });

  it('of other code is ignored, and one of this code takes its place', async () => {
    const { snapshot } = groupDecider;
    if (snapshot === undefined) throw new Error('groups have no snapshots');
    await scene.append(history(GROUP, 8));
    const former = scene.started();
    await former.load(GROUP, { ...groupDecider, snapshot: { ...snapshot, fold: 'former code' } });
    await former.written;
    const next = scene.started();
    expect(plain(await next.load())).toEqual(plain(await scene.foldedWhole()));
    await next.written;
    expect(next.outcomes).toEqual(['ignored', 'written']);
    expect((await scene.store.find(groupStream(GROUP)))?.fold).toBe(snapshot.fold);
  });

  it('of another label, of another stream, altered, or of what the log does not have is ignored', async () => {
    await scene.withSnapshot();
    const other = randomUUID();
    await scene.append(history(other, 8), { groupId: other });
    const kept = await scene.store.find(groupStream(GROUP));
    if (kept === undefined) throw new Error('no snapshot');
    const faulty = [
      { ...kept, event: '' },
      { ...kept, stream: groupStream(other) },
      { ...kept, revision: 6 },
      { ...kept, revision: 12 },
      { ...kept, event: `${kept.event}0` },
      { ...kept, subjects: [] },
      { ...kept, sealed: kept.sealed.map((byte) => byte ^ 1) },
      { ...kept, sealed: kept.sealed.subarray(0, 5) },
    ];
    for (const snapshot of faulty) {
      await scene.store.put(snapshot);
      const groupId = snapshot.stream === kept.stream ? GROUP : other;
      const next = scene.started();
      expect(plain(await next.load(groupId))).toEqual(plain(await scene.foldedWhole(groupId)));
      expect(next.outcomes[0]).not.toBe('used');
      // The next snapshot takes its place.
      await next.written;
      expect(await scene.store.find(snapshot.stream)).toMatchObject({ revision: 7, fold: kept.fold });
    }
  });

  it('is ignored by a log that was restored and went on differently, also where a command was repeated', async () => {
    await scene.withSnapshot();
    const elsewhere = await mkdtemp(join(tmpdir(), 'snapshots-'));
    const restored = await SqliteEventLog.open({ folder: elsewhere });
    await scene.append(history(GROUP, 6), { into: restored });
    await scene.append([renamed(GROUP, 'Sailing club')], { from: 6, into: restored });
    // The same event as before at the same revision.
    await scene.append([joined(GROUP, 7)], { from: 7, into: restored });
    const next = scene.started({ log: restored });
    const group = await next.load();
    await restored.close();
    await rm(elsewhere, { recursive: true });
    expect(group.name).toBe('Sailing club');
    expect(next.outcomes[0]).toBe('ignored');
  });

  it('is dropped on request, together with what waits to be written', async () => {
    await scene.withSnapshot();
    await scene.append(
      Array.from({ length: EVERY }, (_, index) => joined(GROUP, 30 + index)),
      { from: 8 },
    );
    const next = scene.started();
    await next.load();
    await next.aggregates.dropSnapshot(groupStream(GROUP));
    await writtenOfAnother(next);
    expect(await scene.store.find(groupStream(GROUP))).toBeUndefined();
  });
});

describe('writing snapshots', () => {
  it('keeps nobody waiting, goes on one at a time, and lets only sixteen more wait', async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let [running, most] = [0, 0];
    const slow: SnapshotStore = {
      find: async () => undefined,
      put: async () => {
        running += 1;
        most = Math.max(most, running);
        await released;
        running -= 1;
      },
      drop: async () => {},
      close: async () => {},
    };
    const writer = scene.started({ snapshots: slow });
    const isWriting = () => running === 1;
    for (let number = 0; number < 20; number++) {
      const groupId = randomUUID();
      await scene.append(history(groupId, EVERY), { groupId });
      await writer.load(groupId);
      // The first one is on its way before the others come.
      if (number === 0) await until(isWriting);
    }
    const written = () => writer.outcomes.filter((outcome) => outcome === 'written').length;
    expect(written()).toBe(0);
    release();
    await until(() => written() === 17);
    await writer.snapshots.stop();
    expect(written()).toBe(17);
    expect(most).toBe(1);
  });
});

describe('after the end', () => {
  it('nothing more is written', async () => {
    await scene.append(history(GROUP, EVERY));
    const ended = scene.started();
    await ended.snapshots.stop();
    await ended.load();
    await ended.snapshots.stop();
    expect(ended.outcomes).toEqual(['missing']);
  });
});

describe('without the store of snapshots', () => {
  it('streams are read whole and commands go on', async () => {
    await scene.append(history(GROUP, 8));
    const away = async (): Promise<never> => {
      throw new SnapshotsUnavailableError('away');
    };
    const next = scene.started({ snapshots: { find: away, put: away, drop: away, close: async () => {} } });
    expect(plain(await next.load())).toEqual(plain(await scene.foldedWhole()));
    await next.snapshots.stop();
    expect(next.outcomes[0]).toBe('failed');
  });
});
