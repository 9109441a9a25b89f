import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
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

const chosen = (changes: GroupPreferences, id: string = groupId): DomainEvent => ({
  type: 'GroupPreferencesChanged',
  data: { userId, groupId: id, changes },
});
const choose = (changes: GroupPreferences): PreferencesCommand => ({
  type: 'ChangeGroupPreferences',
  groupId,
  changes,
});

describe('the preferences of a group', () => {
  it('the preferences of a group are recorded only if they change', () => {
    given()
      .when(choose({ color: 2 }), faithful)
      .then(chosen({ color: 2 }));
    given(chosen({ color: 2 }))
      .when(choose({ color: 2 }), faithful)
      .then();
    given(chosen({ color: 2 }))
      .when(choose({ color: 2, pinned: true }), faithful)
      .then(chosen({ pinned: true }));
    given(chosen({ pinned: true }))
      .when(choose({ pinned: true }), faithful)
      .then();
    given(chosen({ pinned: true }))
      .when(choose({ pinned: false }), faithful)
      .then(chosen({ pinned: false }));
    given()
      .when(choose({ pinned: false }), faithful)
      .then();
  });

  it('a new group gets the first color that no other group has, unless it has one already (OPEN-063)', () => {
    const otherId = '00000000-0000-4000-8000-00000000000c';
    const other = chosen({ color: 0 }, otherId);
    const give: PreferencesCommand = { type: 'GivePreferences', groupId };
    const inBoth = { ...faithful, otherIds: [otherId] };
    given()
      .when(give, inBoth)
      .then(chosen({ color: 0 }));
    given(other)
      .when(give, inBoth)
      .then(chosen({ color: 2 }));
    // A color of a group that the person has left is free again.
    given(other)
      .when(give, faithful)
      .then(chosen({ color: 0 }));
    given(chosen({ color: 3 }))
      .when(give, faithful)
      .then();
    given(chosen({ color: 3 }))
      .when(give, returned)
      .then(chosen({ color: 0 }));
    given().when(give, { actorId: userId, joinedAt: undefined }).then();
  });

  it('the preferences of a group have the level `all` until another is chosen, or `mentions` if more than 100 are in the group (NOTE-01)', () => {
    const give: PreferencesCommand = { type: 'GivePreferences', groupId };
    given()
      .when(give, { ...faithful, memberCount: 100 })
      .then(chosen({ color: 0 }));
    given()
      .when(give, { ...faithful, memberCount: 101 })
      .then(chosen({ color: 0, level: 'mentions' }));
    given(chosen({ level: 'nothing' }))
      .when(give, { ...faithful, memberCount: 101 })
      .then(chosen({ color: 0 }));
    given()
      .when(choose({ level: 'all', eventChanges: true, mutedUntil: null }), faithful)
      .then();
    given(chosen({ level: 'mentions', mutedUntil: 'always' }))
      .when(choose({ level: 'all', eventChanges: false, mutedUntil: null }), faithful)
      .then(chosen({ level: 'all', eventChanges: false, mutedUntil: null }));
  });

  it('the preferences of a group do not carry over to a later membership', () => {
    given(chosen({ color: 2 }))
      .when(choose({ color: 2 }), returned)
      .then(chosen({ color: 2 }));
    given(chosen({ pinned: true }))
      .when(choose({ pinned: true }), returned)
      .then(chosen({ pinned: true }));
    given(chosen({ pinned: true }))
      .when(choose({ pinned: false }), returned)
      .then();
  });
});
