import type { DataOf } from '../event-catalogue.ts';

const times = {
  date: '2026-05-14',
  time: '18:30',
  timeZone: 'America/New_York',
  duration: 90,
  startsAt: '2026-05-14T22:30:00.000Z',
  endsAt: '2026-05-15T00:00:00.000Z',
};

/** A series of another calendar. */
export const importedSample: DataOf<'EntryImported'> = {
  entryId: '44444444-4444-4444-8444-444444444444',
  groupId: '33333333-3333-4333-8333-333333333333',
  creatorId: '11111111-1111-4111-8111-111111111111',
  name: 'Choir',
  description: 'Bring the score',
  location: 'Hall 2',
  ...times,
  importId: 'a1111111-1111-8111-8111-111111111111',
  count: 12,
  uid: 'choir-spring@example.com',
  series: {
    rule: { unit: 'week', every: 1, on: ['TH'] },
    lastDate: '2026-06-18',
    lastEndsAt: '2026-06-20T00:00:00.000Z',
    leftOut: ['2026-05-28'],
    changed: [
      {
        occurrence: '2026-06-04',
        fields: ['name'],
        times: {
          ...times,
          date: '2026-06-05',
          startsAt: '2026-06-05T22:30:00.000Z',
          endsAt: '2026-06-06T00:00:00.000Z',
        },
      },
    ],
  },
  texts: '{"2026-06-04":{"name":"Dress rehearsal"}}',
};
