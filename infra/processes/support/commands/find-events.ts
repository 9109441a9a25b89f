import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { wordsOfName } from '@quorum/service-kit/reads/audit.ts';
import { type Report, type SupportCall, UsageError } from '../command.ts';
import { recordSupport } from '../record-support.ts';
import type { SupportContext } from '../support-context.ts';
import { occurrences } from './timeline.ts';

/** Newest changes of events that are looked through. */
const MAX_CONSIDERED = 10_000;

type Found = { readonly stream: string; readonly name: string; readonly date: string; readonly cancelled: boolean };

/** As it is now, if it has or had a name with these words. */
const foundIn = (stream: string, events: readonly StoredEvent[], wanted: string): Found | undefined => {
  let entry = entryDecider.initial;
  let name = '';
  let matches = false;
  for (const event of events) {
    entry = entryDecider.evolve(entry, event);
    // A cancelled one has none.
    name = entry.name ?? name;
    matches ||= ` ${wordsOfName(name).join(' ')}`.includes(` ${wanted}`);
  }
  const { date, time, status } = entry;
  return matches ? { stream, name, date: `${date} ${time}`, cancelled: status === 'cancelled' } : undefined;
};

/**
 * Events of a group or a person by words of their present or former names, cancelled ones too. Names of events are not indexed, so
 * one of both has to be known.
 */
export const findEvents = async (context: SupportContext, call: SupportCall, text: string): Promise<Report> => {
  const { group, user } = call.flags;
  if (group !== undefined && user !== undefined) throw new UsageError('find takes --group or --user, not both.');
  const [about, wheres] =
    group === undefined
      ? [userStream(user as string), [{ actorId: user as string }, { userId: user as string }]]
      : [groupStream(group), [{ groupId: group }]];
  await recordSupport(context, call, about);
  const { reads, events } = context.engines;
  const changes = await occurrences(reads.active, wheres, { kinds: ['event'], limit: MAX_CONSIDERED });
  const streams = new Set(changes.map(({ stream }) => stream).filter((stream) => stream.startsWith(entryStream(''))));
  const wanted = wordsOfName(text).join(' ');
  const found: Found[] = [];
  for (const stream of streams) {
    const one = foundIn(stream, await events.read(stream), wanted);
    if (one !== undefined) found.push(one);
  }
  return {
    lines:
      found.length === 0
        ? ['No event was found.']
        : found.map(
            ({ stream, name, date, cancelled }) => `${stream}  ${date}  ${name}${cancelled ? '  (cancelled)' : ''}`,
          ),
    data: found,
  };
};
