import { type Command, SupportError } from '../command.ts';
import { eventsUntil } from '../point-in-time.ts';
import { readStream } from '../read-stream.ts';
import { stateOf } from '../state-of.ts';

export const state: Command = {
  words: '<stream>',
  least: 1,
  most: 1,
  flags: ['at', 'reveal'],
  help: 'Shows the state of a stream at a time ("2026-05-12 19:00") or revision. Without --at: now.',
  run: async (context, call) => {
    const stream = call.words[0] as string;
    const { at } = call.flags;
    const all = await readStream(context, call);
    const last = eventsUntil(all, at).at(-1);
    if (last === undefined) throw new SupportError(`${stream} did not exist then: it began at ${all[0]?.recordedAt}.`);
    const found = stateOf(stream, eventsUntil(all, at));
    const { revision, recordedAt } = last;
    return {
      lines: [
        `${stream}${at === undefined ? '' : ` at ${at}`}: revision ${revision} of ${all.length - 1}, last changed at ${recordedAt}`,
        JSON.stringify(found, null, 2),
      ],
      data: { stream, at: at ?? null, revision, recordedAt, state: found },
    };
  },
};
