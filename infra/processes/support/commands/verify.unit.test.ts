import { expect, it } from 'vitest';
import type { SupportContext } from '../support-context.ts';
import { verify } from './verify.ts';

const verified = async (events: number, streams: number) => {
  if (!('run' in verify)) throw new Error('verify runs beside the engines');
  const eventLog = {
    head: async () => '',
    readAll: async () => [],
    between: () => ({ unit: 'events', count: events }),
    async *verify(onChecked: (events: number, streams: number) => void) {
      onChecked(events, streams);
      yield* [];
    },
  };
  const engines = { eventLog, files: {}, erasedLines: async () => [] };
  const context = { engines, logFile: undefined, models: () => ({ verify: async () => [] }) };
  const call = { command: 'verify', words: [], flags: {}, by: 'dana' };
  return verify.run(context as unknown as SupportContext, call as never, () => {});
};

it('verify fails if the log holds nothing to check (REPLAY-04)', async () => {
  const report = await verified(0, 0);
  expect(report.fault).toBe(true);
  expect(report.lines[0]).toContain('nothing was checked');
  expect((await verified(1, 1)).fault).toBe(false);
});
