import { describe, expect, it } from 'vitest';
import { group } from '../../testing/fakes.ts';
import { accentsOf } from './accent.ts';
import { selectionOf } from './use-selected-group.ts';

const groups = [group('b'), group('a')];

describe('the selected group', () => {
  it('the selected group is My Schedule without an id (ROUTE-15)', () => {
    expect(selectionOf(undefined, groups, false).groupId).toBe('my-q');
  });

  it('the selected group is My Schedule for an id that is not among the groups, once they have loaded (ROUTE-16)', () => {
    expect(selectionOf('x', undefined, false).groupId).toBeUndefined();
    expect(selectionOf('x', groups, false).groupId).toBe('my-q');
    expect(selectionOf('a', groups, false)).toEqual({ groupId: 'a', group: groups[1] });
  });
});

describe('group colors', () => {
  it('group colors are chosen, else by position, white for My Schedule and teal for nothing (GROUP-51, GROUP-52, GROUP-54)', () => {
    const { accentOf } = accentsOf(
      { b: { color: 3 } },
      groups.map(({ _id }) => _id),
    );
    expect(['b', 'a', 'my-q', undefined].map(accentOf)).toEqual(['yellow', 'blue', 'personal', 'teal']);
  });
});
