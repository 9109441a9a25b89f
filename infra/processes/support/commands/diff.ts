import { type Command, UsageError } from '../command.ts';
import { eventsUntil } from '../point-in-time.ts';
import { readStream } from '../read-stream.ts';
import { stateOf } from '../state-of.ts';

type Change = { readonly field: string; readonly before: unknown; readonly after: unknown };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const changesOf = (before: unknown, after: unknown, field = ''): readonly Change[] => {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesOf(before[name], after[name], field === '' ? name : `${field}.${name}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
};

const shown = (value: unknown): string => (value === undefined ? '(nothing)' : JSON.stringify(value));

export const diff: Command = {
  words: '<stream>',
  least: 1,
  most: 1,
  flags: ['from', 'to', 'reveal'],
  help: 'Shows what changed in a stream between two times or revisions, and which events changed it. Without --to: up to now.',
  run: async (context, call) => {
    const stream = call.words[0] as string;
    const { from, to } = call.flags;
    if (from === undefined) throw new UsageError('diff needs --from, a time like "2026-05-12 19:00" or a revision.');
    const all = await readStream(context, call);
    const [before, after] = [eventsUntil(all, from), eventsUntil(all, to)];
    const changes = changesOf(stateOf(stream, before), stateOf(stream, after));
    const events = after.slice(before.length).map(({ revision, recordedAt, type, metadata }) => ({
      revision,
      recordedAt,
      type,
      actor: metadata.actor,
    }));
    return {
      lines: [
        ...changes.map((each) => `${each.field}: ${shown(each.before)} → ${shown(each.after)}`),
        ...(changes.length === 0 ? ['Nothing changed.'] : []),
        ...events.map((each) => `  ${each.revision}  ${each.recordedAt}  ${each.type}  by ${each.actor}`),
      ],
      data: { stream, changes, events },
    };
  },
};
