import { entryStream, PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { normalizeTime, spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import {
  type Asking,
  decideCancel,
  decideChangeEntry,
  decideSchedule,
  type EntryTimes,
} from '../domain/entry/decide.ts';
import { type Entry, entryAggregate } from '../domain/entry/entry.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

const timesOf = (given: { date: string; time: string; timeZone: string; duration: number }): EntryTimes => {
  const time = normalizeTime(given.time);
  return { ...given, time, ...spanOf({ ...given, time }) };
};

const cleanDetails = <
  D extends { name?: string | undefined; description?: string | undefined; location?: string | undefined },
>(
  details: D,
) => ({
  ...(details.name === undefined ? {} : { name: cleanLine(details.name) }),
  ...(details.description === undefined ? {} : { description: cleanText(details.description) }),
  ...(details.location === undefined ? {} : { location: cleanLine(details.location) }),
});

export const scheduleEntry = async (
  context: Context,
  body: BodyOf<'createEvent'>,
  cause: Cause,
): Promise<Accepted<Entry> | Refusal> => {
  const { aggregates, uuidFrom, defaultTimeZone } = context;
  const { groupId, name, description, location, date, time, duration } = body;
  const entryId = uuidFrom(`entry ${cause.commandId}`);
  const times = timesOf({ date, time, duration, timeZone: body.timeZone ?? defaultTimeZone });
  const details = { name: cleanLine(name), description: cleanText(description), location: cleanLine(location) };
  if (details.name === '') return refuse('request/invalid', { text: 'Event name is required' });
  return aggregates.handle(
    entryAggregate,
    entryStream(entryId),
    metadataOf(cause),
    async (entry) =>
      (await refuseScheduling(context, groupId, cause.actorId)) ??
      decideSchedule(entry, { entryId, groupId, creatorId: cause.actorId, ...details, ...times }),
  );
};

/** In My Schedule everybody plans; in a group, who may create events there. */
const refuseScheduling = async (
  { aggregates }: Context,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> => {
  if (groupId === PERSONAL_GROUP) return undefined;
  const group = await aggregates.load(groupAggregate, groupStream(groupId));
  return group.status === 'active' ? rules.createEvents(standing(group, actorId)) : refuse('group/not-found');
};

/** The role of the asking person in the entry's group, as of now. */
const askingFor = async ({ aggregates }: Context, entry: Entry, actorId: string): Promise<Asking> => {
  if (entry.status === 'none' || entry.groupId === PERSONAL_GROUP) return { actorId, role: undefined };
  const group = await aggregates.load(groupAggregate, groupStream(entry.groupId));
  return { actorId, role: group.members.get(actorId)?.role };
};

export const changeEntry = (context: Context, entryId: string, body: BodyOf<'changeEvent'>, cause: Cause) =>
  context.aggregates.handle(entryAggregate, entryStream(entryId), metadataOf(cause), async (entry) => {
    const asking = await askingFor(context, entry, cause.actorId);
    const { date, time, duration, timeZone } = body;
    const timesGiven = date !== undefined || time !== undefined || duration !== undefined || timeZone !== undefined;
    const times =
      timesGiven && entry.status === 'scheduled'
        ? timesOf({
            date: date ?? entry.date,
            time: time ?? entry.time,
            duration: duration ?? entry.duration,
            timeZone: timeZone ?? entry.timeZone,
          })
        : undefined;
    const details = cleanDetails(body);
    if (details.name === '') return refuse('request/invalid', { text: 'Event name is required' });
    return decideChangeEntry(entry, asking, details, times);
  });

export const cancelEntry = (context: Context, entryId: string, cause: Cause) =>
  context.aggregates.handle(entryAggregate, entryStream(entryId), metadataOf(cause), async (entry) =>
    decideCancel(entry, await askingFor(context, entry, cause.actorId)),
  );
