import type { DataOf } from '@quorum/contracts/events/catalogue.ts';
import { PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Role } from '@quorum/contracts/wire/views.ts';
import type { Decision } from '../aggregate.ts';
import type { Entry } from './entry.ts';

/** Who asks, and the role that person has in the entry's group. */
export type Asking = { readonly actorId: string; readonly role: Role | undefined };
export type EntryTimes = Pick<
  DataOf<'EntryScheduled'>,
  'date' | 'time' | 'timeZone' | 'duration' | 'startsAt' | 'endsAt'
>;
export type EntryDetails = { readonly name: string; readonly description: string; readonly location: string };

export const decideSchedule = (entry: Entry, scheduled: DataOf<'EntryScheduled'>): Decision =>
  entry.status === 'none' ? [{ type: 'EntryScheduled', data: scheduled }] : [];

const changeable = (entry: Entry, { actorId, role }: Asking): Refusal | undefined =>
  entry.status === 'scheduled'
    ? rules.changeEvent({ actorId, creatorId: entry.creatorId, personal: entry.groupId === PERSONAL_GROUP, role })
    : refuse('event/not-found');

/** @param times `undefined` leaves date, time and duration as they are. */
export const decideChangeEntry = (
  entry: Entry,
  asking: Asking,
  details: Partial<EntryDetails>,
  times: EntryTimes | undefined,
): Decision => {
  const refusal = changeable(entry, asking);
  if (refusal !== undefined) return refusal;
  const identity = { entryId: entry.id, groupId: entry.groupId, creatorId: entry.creatorId };
  const next = {
    name: details.name ?? entry.name,
    description: details.description ?? entry.description,
    location: details.location ?? entry.location,
  };
  const detailsChanged =
    next.name !== entry.name || next.description !== entry.description || next.location !== entry.location;
  const timesChanged =
    times !== undefined &&
    (times.startsAt !== entry.startsAt ||
      times.endsAt !== entry.endsAt ||
      times.timeZone !== entry.timeZone ||
      times.time !== entry.time ||
      times.date !== entry.date);
  return [
    ...(detailsChanged ? ([{ type: 'EntryDetailsChanged', data: { ...identity, ...next } }] as const) : []),
    ...(timesChanged ? ([{ type: 'EntryRescheduled', data: { ...identity, ...times } }] as const) : []),
  ];
};

export const decideCancel = (entry: Entry, asking: Asking): Decision =>
  changeable(entry, asking) ?? [
    { type: 'EntryCancelled', data: { entryId: entry.id, groupId: entry.groupId, creatorId: entry.creatorId } },
  ];
