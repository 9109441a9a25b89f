import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import { type Command, wholeNumber } from '../command.ts';

const PAGE = 1000;
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
    const began = performance.now();
    const found = new Map<string, Listed>();
    let done = 0;
    for (let after = BEFORE_FIRST; ; ) {
      const page = await eventLog.readAll(after, PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      for (const { stream, recordedAt } of page) {
        if (!stream.startsWith(beginning)) continue;
        const { events } = found.get(stream) ?? { events: 0 };
        // Re-inserted at the end, to keep the map in order of the last change.
        found.delete(stream);
        found.set(stream, { stream, events: events + 1, lastAt: recordedAt });
      }
      after = last.position;
      done += page.length;
      onProgress({ what: 'events read', done, total: 0, elapsedMs: performance.now() - began });
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
