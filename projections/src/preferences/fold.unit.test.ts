import { describe, it } from 'vitest';
import { accountDeleted, ada, ben, club, crew, groupDeleted, happens, left, removed } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { preferences } from './fold.ts';

const { given } = testProjection(projectWith(preferences));

const chosen = (userId: string, groupId: string, colorIndex: number) =>
  happens('GroupColorChosen', { userId, groupId, colorIndex });

const pinned = (userId: string, groupId: string) => happens('GroupPinned', { userId, groupId });

const color = (userId: string, groupId: string, colorIndex: number) => ({
  id: `${userId}:${groupId}`,
  userId,
  groupId,
  colorIndex,
});

const pin = (userId: string, groupId: string) => ({ id: `${userId}:${groupId}`, userId, groupId });

const some = [
  chosen(ada, club, 1),
  chosen(ben, club, 2),
  chosen(ada, crew, 3),
  pinned(ada, club),
  pinned(ada, crew),
  pinned(ben, club),
];

const withoutAdaInClub = {
  colors: [color(ben, club, 2), color(ada, crew, 3)],
  pins: [pin(ada, crew), pin(ben, club)],
};

describe('the preferences model', () => {
  it('keeps the last color, and pins until they are removed', () =>
    given(...some)
      .when(chosen(ada, club, 4), happens('GroupUnpinned', { userId: ada, groupId: crew }))
      .then({
        colors: [color(ada, club, 4), color(ben, club, 2), color(ada, crew, 3)],
        pins: [pin(ada, club), pin(ben, club)],
      }));

  it('drops preferences of a member who leaves', async () => {
    await given(...some)
      .when(left(club, ada))
      .then(withoutAdaInClub);
    await given(...some)
      .when(removed(club, ada))
      .then(withoutAdaInClub);
  });

  it('drops preferences for a group that ends and of an account that is deleted', async () => {
    await given(...some)
      .when(groupDeleted(club))
      .then({ colors: [color(ada, crew, 3)], pins: [pin(ada, crew)] });
    await given(...some)
      .when(accountDeleted(ada))
      .then({ colors: [color(ben, club, 2)], pins: [pin(ben, club)] });
  });
});
