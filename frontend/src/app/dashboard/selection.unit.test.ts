import { describe, expect, it } from 'vitest';
import { selectionOf } from './selection.ts';

const known = { ids: ['group-1', 'group-2'] };

describe('what the path selects', () => {
  it('ROUTE-15 is My Schedule without a group id', () => {
    expect(selectionOf(undefined, 'loading')).toEqual({ groupId: 'my-q', pending: false });
    expect(selectionOf(undefined, known)).toEqual({ groupId: 'my-q', pending: false });
  });

  it('is the group of the path', () => {
    expect(selectionOf('group-2', known)).toEqual({ groupId: 'group-2', pending: false });
  });

  it('ROUTE-16 is My Schedule for a group that is not one of the user, but not before the groups are known', () => {
    expect(selectionOf('group-3', 'loading')).toEqual({ groupId: 'group-3', pending: true });
    expect(selectionOf('group-3', known)).toEqual({ groupId: 'my-q', pending: false });
  });
});
