import { Map as ImmutableMap } from 'immutable';
import { describe, expect, it } from 'vitest';
import type { Decider } from '../decider.ts';
import { deepFrozen } from './deep-frozen.ts';
import { givenWhenThen } from './given-when-then.ts';

const pinned = {
  type: 'GroupPreferencesChanged',
  data: {
    userId: '00000000-0000-4000-8000-00000000000a',
    groupId: '00000000-0000-4000-8000-00000000000b',
    changes: { pinned: true },
  },
} as const;

describe('a test of a decider', () => {
  type Pins = { count: number };
  const test = (evolve: Decider<'count', Pins>['evolve'], decide: Decider<'count', Pins>['decide'] = () => []) =>
    givenWhenThen<'count', Pins, unknown>({ initial: { count: 0 }, evolve, decide }).given(pinned);

  it('a test of a decider fails if evolve mutates the state', () => {
    const mutating = test((pins) => Object.assign(pins, { count: pins.count + 1 }));
    expect(() => mutating.when('count').then()).toThrow(TypeError);
  });

  it('a test of a decider fails if decide mutates the state', () => {
    const mutating = test(
      (pins) => ({ count: pins.count + 1 }),
      (_, pins) => {
        pins.count = 0;
        return [];
      },
    );
    expect(() => mutating.when('count').then()).toThrow(TypeError);
  });

  it('a test of a decider fails if a state contains a mutable Map', () => {
    expect(() => deepFrozen({ members: new Map() })).toThrow('can be changed');
    expect(deepFrozen({ members: ImmutableMap({ a: 1 }) }).members.get('a')).toBe(1);
  });
});
