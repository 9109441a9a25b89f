import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type PreferencesCommand, type PreferencesFacts, preferencesDecider } from './decider.ts';

const [userId, groupId] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const;
const { given } = givenWhenThen(preferencesDecider);

/** Joined before anything was recorded, and again after everything. */
const [faithful, returned] = ['2000-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'].map(
  (joinedAt): PreferencesFacts => ({ actorId: userId, joinedAt }),
) as [PreferencesFacts, PreferencesFacts];

const color = (colorIndex: number): DomainEvent => ({
  type: 'GroupColorChosen',
  data: { userId, groupId, colorIndex },
});
const pinned: DomainEvent = { type: 'GroupPinned', data: { userId, groupId } };
const unpinned: DomainEvent = { type: 'GroupUnpinned', data: { userId, groupId } };
const choose: PreferencesCommand = { type: 'ChooseColor', groupId, colorIndex: 2 };
const pin = (isPinned: boolean): PreferencesCommand => ({ type: 'PinGroup', groupId, isPinned });

describe('colors and pins', () => {
  it('are recorded only when they change', () => {
    given().when(choose, faithful).then(color(2));
    given(color(2)).when(choose, faithful).then();
    given().when(pin(true), faithful).then(pinned);
    given(pinned).when(pin(true), faithful).then();
    given(pinned).when(pin(false), faithful).then(unpinned);
    given().when(pin(false), faithful).then();
  });

  it('give a new group the first color that no other group has, unless it has one already (OPEN-063)', () => {
    const otherId = '00000000-0000-4000-8000-00000000000c';
    const other: DomainEvent = { type: 'GroupColorChosen', data: { userId, groupId: otherId, colorIndex: 0 } };
    const give: PreferencesCommand = { type: 'GiveColor', groupId };
    const inBoth = { ...faithful, otherIds: [otherId] };
    given().when(give, inBoth).then(color(0));
    given(other).when(give, inBoth).then(color(1));
    // A color of a group that the person has left is free again.
    given(other).when(give, faithful).then(color(0));
    given(color(3)).when(give, faithful).then();
    given(color(3)).when(give, returned).then(color(0));
    given().when(give, { actorId: userId, joinedAt: undefined }).then();
  });

  it('from an earlier membership do not count in a new one', () => {
    given(color(2)).when(choose, returned).then(color(2));
    given(pinned).when(pin(true), returned).then(pinned);
    given(pinned).when(pin(false), returned).then();
  });
});
