import { placeOf } from '@quorum/domain/testing/recorded-events.ts';
import { describe, expect, it } from 'vitest';
import {
  accountDeleted,
  ada,
  ben,
  cancelled,
  club,
  details,
  dinner,
  errand,
  groupDeleted,
  happens,
  left,
  scheduled,
  times,
} from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { calendar, entryChanges } from './fold.ts';

const { given } = testProjection(projectWith(calendar));

const entry = (id: string, groupId: string, creatorId: string, index: number, more: object = {}) => ({
  id,
  ownerKey: groupId === 'my-q' ? `user-${creatorId}` : groupId,
  groupId,
  creatorId,
  ...details,
  ...times,
  uidKey: null,
  importedAt: null,
  createdAt: placeOf(index).recordedAt,
  changedAt: placeOf(index).recordedAt,
  revision: 0,
  position: placeOf(index).position,
  seats: null,
  guestsEach: 0,
  reminder: 'none',
  placeRevision: 0,
  placeBefore: null,
  ...more,
});

const two = [scheduled(dinner, club, ada), scheduled(errand, 'my-q', ada)];

describe('the calendar model', () => {
  it('the calendar model keeps entries of groups under the group and personal ones under the person', () =>
    given(...two).then({ entries: [entry(dinner, club, ada, 0), entry(errand, 'my-q', ada, 1)] }));

  it('the calendar model applies changes and counts them', () =>
    given(scheduled(dinner, club, ada))
      .when(
        happens('EntryDetailsChanged', {
          entryId: dinner,
          groupId: club,
          creatorId: ada,
          name: 'Lunch',
          description: '',
          location: '',
        }),
        happens('EntryRescheduled', {
          entryId: dinner,
          groupId: club,
          creatorId: ada,
          ...times,
          time: '12:00',
          duration: 30,
        }),
      )
      .then({
        entries: [
          entry(dinner, club, ada, 0, {
            name: 'Lunch',
            description: '',
            location: '',
            time: '12:00',
            duration: 30,
            revision: 2,
            position: placeOf(2).position,
            changedAt: placeOf(2).recordedAt,
            placeRevision: 1,
            placeBefore: { location: details.location, placeRevision: 0 },
          }),
        ],
      }));

  it('the calendar model keeps the entries of a member who left, and nothing of cancelled ones', () =>
    given(...two)
      .when(left(club, ada), cancelled(errand, 'my-q', ada))
      .then({ entries: [entry(dinner, club, ada, 0)] }));

  it('the calendar model lists what was deleted before it had such a list, once it is rebuilt (UNDO-16)', () =>
    given(scheduled(dinner, club, ada), cancelled(dinner, club, ada)).then({
      entries: [],
      deletedEntries: [expect.objectContaining({ id: dinner, groupId: club, entry: entry(dinner, club, ada, 0) })],
    }));

  it('the calendar model drops entries with their group or creator', async () => {
    await given(...two, scheduled(errand, club, ben))
      .when(groupDeleted(club))
      .then({ entries: [] });
    await given(scheduled(dinner, club, ada), scheduled(errand, club, ben))
      .when(accountDeleted(ada))
      .then({ entries: [entry(errand, club, ben, 1)] });
  });
});

it.each([
  [false, 'eventCreated'],
  [true, 'seriesUpdated'],
])(
  'browsers are told that an event is back, because it has answers from before: repeats %s (UNDO-03)',
  (repeats, kind) => {
    const restored = { data: { entryId: dinner, groupId: club, creatorId: ada, repeats }, position: '1' };
    const told = entryChanges.EntryRestored(restored as never).find((change) => change.kind === kind);
    expect(told?.data).toMatchObject({ eventId: dinner, restored: true });
  },
);
