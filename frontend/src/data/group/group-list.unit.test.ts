import { expect, it } from 'vitest';
import { group } from '../../testing/fakes.ts';
import { withNewVersion, withPoll } from './group-list.ts';

it('a group knows its undecided polls, the newest first, and keeps them when it changes otherwise (FIND-17)', () => {
  const known = withPoll(withPoll(group('g1'), 'p1', true), 'p2', true);
  expect(known.polls).toEqual(['p2', 'p1']);
  expect(withPoll(known, 'p1', true)).toBe(known);
  const { unreadCount: _, ...changed } = group('g1', { name: 'Other', revision: 2 });
  expect(withNewVersion(known, changed).polls).toEqual(['p2', 'p1']);
  expect(withPoll(withPoll(known, 'p2', false), 'p1', false)).not.toHaveProperty('polls');
  expect(withPoll(known, 'p3', false)).toBe(known);
});
