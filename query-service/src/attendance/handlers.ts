import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentAttendances, rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import { type Context, joinsOf, loadPeople } from '../reading/context.ts';
import { find, inField, type Loader, type Loaders, named, personOf } from '../reading/loaders.ts';
import { askedInPath } from './asked.ts';
import { changedAnswer, changedAnswers } from './dates.ts';
import { rsvpPage, silentPage } from './rsvps.ts';

export const attendanceHandlers = (context: Context) =>
  ({
    rsvps: async ({ actor: { userId }, params, query }, permission) => {
      const seen = await askedInPath(context, params.id, userId, permission);
      if (isRefusal(seen)) return seen;
      const isSilent = query.answer === 'none';
      return {
        body: isSilent ? await silentPage(context, seen, query, userId) : await rsvpPage(context, seen.asked, query),
      };
    },
  }) satisfies Partial<Handlers<'query'>>;

const ownRsvpId: Loader['idOf'] = (change) => `${personOf(change)} ${String(change.data.eventId)}`;

const ownDatesId: Loader['idOf'] = (change) => rsvpId(String(change.data.eventId), personOf(change));

/** The views that frames carry. */
export const attendanceLoaders = {
  attendance: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'entries', changes.map(named('eventId')));
      const shown = await presentAttendances(joinsOf(context), [...found.values()]);
      return new Map([...shown].map(([id, { attendance }]) => [id, attendance]));
    },
    into: inField('attendance'),
    gone: 'eventDeleted',
  },
  ownRsvp: {
    idOf: ownRsvpId,
    load: async ({ context }, changes) => {
      const entries = await find(context, 'entries', changes.map(named('eventId')));
      const found = changes.map(async (change) => {
        const entry = entries.get(String(change.data.eventId));
        if (entry === undefined) return [];
        const shown = await presentAttendances(joinsOf(context), [entry], personOf(change));
        return [[ownRsvpId(change), shown.get(entry.id)?.mine] as const];
      });
      return new Map((await Promise.all(found)).flat());
    },
    into: inField('mine'),
    gone: 'eventDeleted',
  },
  datesAnswers: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'attendances', changes.map(named('eventId')));
      const people = await loadPeople(
        context,
        [...found.values()].flatMap(({ faces }) => faces),
      );
      return new Map([...found].map(([id, counts]) => [id, changedAnswers(counts, people)]));
    },
    into: inField('answers'),
    gone: 'eventDeleted',
  },
  ownDates: {
    idOf: ownDatesId,
    load: async ({ context }, changes) => {
      const found = await find(context, 'rsvps', changes.map(ownDatesId));
      const own = [...found].map(async ([id, rsvp]) => [id, await changedAnswer(context, rsvp)] as const);
      return new Map(await Promise.all(own));
    },
    into: inField('mine'),
  },
} satisfies Partial<Loaders>;
