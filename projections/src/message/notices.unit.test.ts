import { placeOf, recorded } from '@quorum/domain/testing/recorded-events.ts';
import { describe, expect, it } from 'vitest';
import { calendar } from '../entry/fold.ts';
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
  joined,
  left,
  removed,
  rescheduled,
  scheduled,
  times,
} from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';

const project = projectWith(calendar);

const { given } = testProjection(project);

const before = { startsAt: times.startsAt, endsAt: times.endsAt };

const after = { startsAt: '2026-05-15T22:30:00.000Z', endsAt: '2026-05-16T00:00:00.000Z' };

const moved = (entryId: string, groupId: string) =>
  rescheduled(entryId, groupId, ada, { date: '2026-05-15', ...after });

const notice = (index: number, kind: string, userId: string, more: object = {}) => ({
  id: `event-${index}`,
  groupId: club,
  kind,
  userId,
  order: placeOf(index).position,
  at: placeOf(index).recordedAt,
  creatorId: null,
  entryId: null,
  entry: null,
  ...more,
});

const ofDinner = (from: object, to: object | null, name: string | null = 'Dinner') => ({
  creatorId: ada,
  entryId: dinner,
  entry: { name, from, to },
});

const plan = scheduled(dinner, club, ada);

/** Every event is recorded by `test`, who need not be the creator: an event made of a poll is not. */
const added = notice(0, 'created', 'test', ofDinner(before, null));

const changed = (more: object, entryId: string = dinner, groupId: string = club) =>
  happens('EntryDetailsChanged', { entryId, groupId, creatorId: ada, ...details, ...more });

const renamed = (index: number, from = before) =>
  notice(index, 'changed', ada, {
    creatorId: ada,
    entryId: dinner,
    entry: { name: 'Lunch', from, to: null, oldName: 'Dinner' },
  });

describe('the notices of a chat', () => {
  it('the notices of a chat show what an entry was called, when it was, and when it is now', () =>
    given(plan)
      .when(moved(dinner, club), cancelled(dinner, club, ada))
      .then({
        notices: [
          added,
          notice(1, 'moved', ada, ofDinner(before, after)),
          notice(2, 'cancelled', 'test', ofDinner(after, null)),
        ],
      }));

  it('the notices of a chat keep the name that the entry had at the time', () =>
    given(plan, moved(dinner, club))
      .when(changed({ name: 'Lunch' }))
      .then({ notices: [added, notice(1, 'moved', ada, ofDinner(before, after)), renamed(2, after)] }));

  it('the notices of a chat are absent where no instant changes, and for personal entries', () =>
    given(plan, scheduled(errand, 'my-q', ada))
      .when(
        rescheduled(dinner, club, ada, { time: '17:30', timeZone: 'America/Chicago' }),
        moved(errand, 'my-q'),
        changed({}, errand, 'my-q'),
        cancelled(errand, 'my-q', ada),
      )
      .then({ notices: [added] }));

  it('a notice says that an event was renamed, or that its place changed, and not that its description did', () =>
    given(plan)
      .when(
        changed({ name: 'Lunch' }),
        changed({ name: 'Supper', location: 'Hall' }),
        changed({ name: 'Supper', location: 'Hall', description: 'Bring salt' }),
      )
      .then({
        notices: [
          added,
          renamed(1),
          notice(2, 'changed', ada, {
            creatorId: ada,
            entryId: dinner,
            entry: { name: 'Supper', from: before, to: null, oldName: 'Supper' },
          }),
        ],
      }));

  it('the notices of a chat show who joined, left and was removed', () =>
    given(joined(club, ben), left(club, ben), joined(club, ben), removed(club, ben)).then({
      notices: [notice(0, 'joined', ben), notice(1, 'left', ben), notice(2, 'joined', ben), notice(3, 'removed', ben)],
    }));

  it('the notices of a chat lose what a deleted account planned, and keep who came and left', () =>
    given(joined(club, ada), plan, moved(dinner, club))
      .when(accountDeleted(ada))
      .then({ notices: [notice(0, 'joined', ada)] }));

  it('the notices of a chat name who cancelled an entry of somebody else, and lose it with the account of its creator (PERM-15, SAFE-01)', async () => {
    const events = recorded([plan, cancelled(dinner, club, ada), accountDeleted(ben), accountDeleted(ada)]);
    const byBen = events.map((event) =>
      event.type === 'EntryCancelled' ? { ...event, metadata: { ...event.metadata, actor: ben } } : event,
    );
    const shown = [added, notice(1, 'cancelled', ben, ofDinner(before, null))];
    expect((await project(byBen.slice(0, 3))).notices).toEqual(shown);
    expect((await project(byBen)).notices).toEqual([]);
  });

  it('the notices of a chat lose what moderation removed, and do not show that the product cancelled it', async () => {
    const removal = happens('MessageRemoved', { messageId: dinner, groupId: club, senderId: ada, reportId: errand });
    const events = recorded([plan, moved(dinner, club), removal, cancelled(dinner, club, ada)]);
    const bySystem = events.map((event) =>
      event.type === 'EntryCancelled' ? { ...event, metadata: { ...event.metadata, actor: 'system:moderate' } } : event,
    );
    expect((await project(bySystem)).notices).toEqual([]);
  });

  it('the notices of a chat are dropped with the group', () =>
    given(plan, moved(dinner, club), joined(club, ben)).when(groupDeleted(club)).then({ notices: [] }));
});
