import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import { type Command, wholeNumber } from '../command.ts';

const USUAL = 50;

type Listed = { readonly stream: string; events: number; lastAt: string };

export const streams: Command = {
  words: '[prefix]',
  least: 0,
  most: 1,
  flags: ['limit'],
  help: 'Lists streams whose names start with a prefix (such as group-), most recently changed first.',
  run: async ({ engines: { eventLog } }, { words: [beginning = ''], flags }, onProgress) => {
    const limit = wholeNumber('limit', flags.limit, USUAL);
    const found = new Map<string, Listed>();
    let done = 0;
    for await (const page of pagesOfLog(eventLog)) {
      for (const { stream, recordedAt } of page) {
        if (!stream.startsWith(beginning)) continue;
        const { events } = found.get(stream) ?? { events: 0 };
        // Re-inserted at the end, to keep the map in order of the last change.
        found.delete(stream);
        found.set(stream, { stream, events: events + 1, lastAt: recordedAt });
      }
      done += page.length;
      onProgress({ what: 'events read', done, total: 0 });
    }
    const listed = limit === 0 ? [] : [...found.values()].slice(-limit).reverse();
    return {
      lines: [
        ...listed.map(({ stream, events, lastAt }) => `${lastAt}  ${String(events).padStart(6)} events  ${stream}`),
        `${listed.length} of ${found.size} streams`,
      ],
      data: { streams: listed, total: found.size },
    };
  },
};
