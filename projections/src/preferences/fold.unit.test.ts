import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
import { describe, it } from 'vitest';
import { accountDeleted, ada, ben, club, crew, groupDeleted, happens, left, removed } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { preferences } from './fold.ts';

const { given } = testProjection(projectWith(preferences));

const chosen = (userId: string, groupId: string, changes: GroupPreferences) =>
  happens('GroupPreferencesChanged', { userId, groupId, changes });

const stored = (userId: string, groupId: string, preferences: GroupPreferences) => ({
  id: `${userId}:${groupId}`,
  userId,
  groupId,
  ...preferences,
});

const some = [
  chosen(ada, club, { color: 1 }),
  chosen(ben, club, { color: 2 }),
  chosen(ada, crew, { color: 3, pinned: true }),
];

const withoutAdaInClub = {
  groupPreferences: [stored(ben, club, { color: 2 }), stored(ada, crew, { color: 3, pinned: true })],
};

describe('the preferences model', () => {
  it('the preferences model keeps the last choice of each preference', () =>
    given(...some)
      .when(chosen(ada, club, { pinned: true }), chosen(ada, club, { color: 4 }), chosen(ada, crew, { pinned: false }))
      .then({
        groupPreferences: [
          stored(ada, club, { color: 4, pinned: true }),
          stored(ben, club, { color: 2 }),
          stored(ada, crew, { color: 3, pinned: false }),
        ],
      }));

  it('the preferences model drops preferences of a member who leaves', async () => {
    await given(...some)
      .when(left(club, ada))
      .then(withoutAdaInClub);
    await given(...some)
      .when(removed(club, ada))
      .then(withoutAdaInClub);
  });

  it('the preferences model drops preferences for a group that ends and of an account that is deleted', async () => {
    await given(...some)
      .when(groupDeleted(club))
      .then({ groupPreferences: [stored(ada, crew, { color: 3, pinned: true })] });
    await given(...some)
      .when(accountDeleted(ada))
      .then({ groupPreferences: [stored(ben, club, { color: 2 })] });
  });
});
