import { describe, expect, it } from 'vitest';
import { LeftRemovals } from './left-removals.ts';

const inGroup = (id: string, groupId: string) => ({ id, groupId });
const removal = (groupId: string) => ({ collection: 'messages', removeWhere: { groupId } });
const documents = [inGroup('m1', 'gone'), inGroup('m2', 'stays')];

describe('documents that a commit left to be removed', () => {
  it('are not there for folds until a sweep that began after the commit has ended', () => {
    const left = new LeftRemovals();
    const early = left.beforeSweep();
    left.add([removal('gone'), { collection: 'messages', remove: 'm9' }]);
    early();
    expect(left.of('messages')(documents)).toEqual([inGroup('m2', 'stays')]);
    expect(left.of('media')(documents)).toEqual(documents);
    const late = left.beforeSweep();
    const read = left.of('messages');
    late();
    expect(left.of('messages')(documents)).toEqual(documents);
    // The read began before the sweep had ended.
    expect(read(documents)).toEqual([inGroup('m2', 'stays')]);
  });
});
