import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SnapshotStore, StoredSnapshot } from '../ports/snapshot-store.ts';

export type SnapshotsUnderTest = {
  readonly snapshots: SnapshotStore;
  /** Closes the store and opens the same one again. */
  readonly reopen: () => Promise<SnapshotStore>;
  /** Removes what the test left behind. */
  readonly dispose?: () => Promise<void>;
};

const snapshotOf = (stream: string, revision: number, bytes = 100): StoredSnapshot => ({
  stream,
  revision,
  fold: 'fold-1',
  event: `event-${revision}`,
  subjects: [stream, 'user-1'],
  sealed: Uint8Array.from(randomBytes(bytes)),
});

/** The contract of every snapshot store. The store may hold snapshots of earlier tests. */
export const snapshotStoreSuite = (name: string, makeSnapshots: () => Promise<SnapshotsUnderTest>): void => {
  describe(`snapshot store: ${name}`, { timeout: 30_000 }, () => {
    let snapshots: SnapshotStore;
    let underTest: SnapshotsUnderTest;
    let stream: string;

    beforeEach(async () => {
      underTest = await makeSnapshots();
      snapshots = underTest.snapshots;
      stream = `group-${randomUUID()}`;
    });

    afterEach(async () => {
      await snapshots.close();
      await underTest.dispose?.();
    });

    it('finds nothing of a stream that has no snapshot', async () => {
      expect(await snapshots.find(stream)).toBeUndefined();
    });

    it('finds what was put, to the byte, also a large one and when it is opened again', async () => {
      const { sealed, ...label } = snapshotOf(stream, 999, 2_000_000);
      await snapshots.put({ ...label, sealed });
      const expectFound = async (): Promise<void> => {
        const found = await snapshots.find(stream);
        expect(found).toMatchObject(label);
        // Compared at once, because an assertion on two million bytes takes half a minute.
        expect(Buffer.compare(found?.sealed ?? new Uint8Array(), sealed)).toBe(0);
      };
      await expectFound();
      snapshots = await underTest.reopen();
      await expectFound();
    });

    it('keeps the last one of a stream, also if its revision is lower, and leaves other streams alone', async () => {
      const other = snapshotOf(`group-${randomUUID()}`, 7);
      const last = snapshotOf(stream, 1_000);
      await snapshots.put(other);
      await snapshots.put(snapshotOf(stream, 2_000));
      await snapshots.put(last);
      expect(await snapshots.find(stream)).toEqual(last);
      expect(await snapshots.find(other.stream)).toEqual(other);
    });

    it('keeps one of ten that are put at once', async () => {
      const ten = Array.from({ length: 10 }, (_, revision) => snapshotOf(stream, revision));
      await Promise.all(ten.map((each) => snapshots.put(each)));
      expect(ten).toContainEqual(await snapshots.find(stream));
    });

    it('drops the one of a stream, and does not mind if there is none', async () => {
      const other = snapshotOf(`group-${randomUUID()}`, 7);
      await snapshots.put(other);
      await snapshots.put(snapshotOf(stream, 1));
      await snapshots.drop(stream);
      await snapshots.drop(stream);
      expect(await snapshots.find(stream)).toBeUndefined();
      expect(await snapshots.find(other.stream)).toEqual(other);
    });
  });
};
