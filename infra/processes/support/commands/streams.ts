import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import { type Command, wholeNumber } from '../command.ts';

const DEFAULT_LIMIT = 50;

type Listed = { readonly stream: string; readonly events: number; readonly lastAt: string };

export const streams: Command = {
  words: '[prefix]',
  min: 0,
  max: 1,
  flags: ['limit'],
  help: 'Lists streams whose names start with a prefix (such as group-), most recently changed first.',
  run: async ({ engines: { eventLog } }, { words: [beginning = ''], flags }, onProgress) => {
    const limit = wholeNumber('limit', flags.limit, DEFAULT_LIMIT);
    // Every message is a stream, so no more are kept than are listed.
    const newest = new Map<string, Listed>();
    let [done, total] = [0, 0];
    for await (const page of pagesOfLog(eventLog)) {
      for (const { stream, revision, recordedAt } of page) {
        if (!stream.startsWith(beginning)) continue;
        if (revision === 0) total += 1;
        // Re-inserted at the end, to keep the map in order of the last change.
        newest.delete(stream);
        newest.set(stream, { stream, events: revision + 1, lastAt: recordedAt });
        if (newest.size > limit) newest.delete(newest.keys().next().value ?? '');
      }
      done += page.length;
      onProgress({ what: 'events read', done, total: 0 });
    }
    const listed = [...newest.values()].reverse();
    return {
      lines: [
        ...listed.map(({ stream, events, lastAt }) => `${lastAt}  ${String(events).padStart(6)} events  ${stream}`),
        `${listed.length} of ${total} streams`,
      ],
      data: { streams: listed, total },
    };
  },
};
