import { placeOf, recorded } from '@quorum/domain/testing/recorded-events.ts';
import { expect, it } from 'vitest';
import { changesOf } from '../features.ts';
import { accountDeleted, ada, ben, club, groupDeleted, happens } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { reminders } from './fold.ts';

const { given } = testProjection(projectWith(reminders));

const entryId = '00000000-0000-4000-8000-0000000000e1';
const identity = { entryId, groupId: club, creatorId: ada };
const startsAt = '2026-05-14T16:00:00.000Z';
const next = '2026-05-15T16:00:00.000Z';

const chosen = (userId: string, minutes: number | 'none' | null) =>
  happens('ReminderChosen', { ...identity, userId, minutes });
const armed = (dueAt: string | null) => happens('AlarmSet', { ...identity, dueAt });
const sent = (at: string, userIds: string[], occurrence: string | null = null) =>
  happens('RemindersSent', { ...identity, occurrence, startsAt: at, minutes: 30, userIds });

const idOf = (index: number, ...events: Parameters<typeof recorded>[0]) => recorded(events)[index]?.id;
const alarm = { id: entryId, ownerKey: club, creatorId: ada };

it('a reminder that a person chose is kept until they take it back or their account is gone (REMIND-10)', () =>
  given(chosen(ada, 10), chosen(ben, 'none'), chosen(ada, null))
    .when(chosen(ada, 5), accountDeleted(ada))
    .then({ reminders: [{ id: `${entryId}:${ben}`, entryId, groupId: club, userId: ben, minutes: 'none' }] }));

it('an event has one alarm, the last that was armed, and none once there is nothing to ring', async () => {
  const history = [armed(startsAt), armed(next)];
  await given(...history).then({ alarms: [{ ...alarm, dueAt: next, alarm: idOf(1, ...history), sent: [] }] });
  await given(...history, armed(null)).then({ alarms: [] });
  await given(...history, groupDeleted(club)).then({ alarms: [] });
});

it('a sent reminder is kept once until its start, however many events sent it', async () => {
  const history = [
    armed(next),
    sent(startsAt, [ada], '2026-05-14'),
    sent(startsAt, [ben], '2026-05-14'),
    sent(next, []),
  ];
  const kept = { occurrence: '2026-05-14', startsAt, minutes: 30, at: placeOf(2).recordedAt };
  const documents = { ...alarm, dueAt: next, alarm: idOf(0, ...history), sent: [kept], lastStart: startsAt };
  await given(...history).then({ alarms: [documents] });
  const over = sent('2026-05-14T14:00:00.000Z', [ada]);
  const past = { occurrence: null, startsAt: '2026-05-14T14:00:00.000Z', minutes: 30, at: placeOf(0).recordedAt };
  await given(over, sent(next, [ada])).then({
    alarms: [
      {
        ...alarm,
        alarm: '',
        sent: [{ ...past, startsAt: next, at: placeOf(1).recordedAt }],
        lastStart: next,
      },
    ],
  });
});

it('a reminder goes to each person alone, and to nobody if it was missed (REMIND-09)', () => {
  const told = (event: ReturnType<typeof sent>) => recorded([event]).flatMap(changesOf);
  expect(told(sent(startsAt, [ada, ben], '2026-05-14'))).toEqual(
    [ada, ben].map((userId) => ({
      audience: `user-${userId}`,
      kind: 'reminderDue',
      data: { groupId: club, eventId: `${entryId}_2026-05-14`, startsAt, minutes: 30 },
    })),
  );
  expect(told(sent(startsAt, []))).toEqual([]);
});
