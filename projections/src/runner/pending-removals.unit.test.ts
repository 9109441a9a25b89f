import { describe, expect, it } from 'vitest';
import { PendingRemovals } from './pending-removals.ts';

const inGroup = (id: string, groupId: string) => ({ id, groupId });
const removal = (groupId: string) => ({ collection: 'messages', removeWhere: { groupId } });
const documents = [inGroup('m1', 'gone'), inGroup('m2', 'stays')];

describe('documents that a commit left to be removed', () => {
  it('documents that a commit left to be removed are not there for folds until a sweep that began after the commit has ended', () => {
    const removals = new PendingRemovals();
    const early = removals.beforeSweep();
    removals.add([removal('gone'), { collection: 'messages', remove: 'm9' }]);
    early();
    expect(removals.filterFor('messages')(documents)).toEqual([inGroup('m2', 'stays')]);
    expect(removals.filterFor('media')(documents)).toEqual(documents);
    const late = removals.beforeSweep();
    const read = removals.filterFor('messages');
    late();
    expect(removals.filterFor('messages')(documents)).toEqual(documents);
    // The read began before the sweep had ended.
    expect(read(documents)).toEqual([inGroup('m2', 'stays')]);
  });
});
