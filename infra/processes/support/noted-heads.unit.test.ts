import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainLink, EventLog } from '@quorum/service-kit/ports/event-log.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HEAD_NOTED } from '../observe/note-chain-head.ts';
import { compareNotedHeads, MOVED } from './noted-heads.ts';

const link = (hash: string): ChainLink => ({ position: '0000000000000001', stream: 'keys', revision: 0, hash });
const log = { linkAt: async () => link('own') } as Partial<EventLog> as EventLog;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-noted-'));
  file = join(folder, 'product.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (line: object): void => appendFileSync(file, `${JSON.stringify(line)}\n`);

describe('the recorded ends of the log', () => {
  it('the recorded ends of the log are compared only as far back as its last move (REPLAY-01)', async () => {
    write({ head: link('of the former log'), msg: HEAD_NOTED });
    expect((await compareNotedHeads(log, file)).faults).toHaveLength(1);
    write({ msg: MOVED });
    expect(await compareNotedHeads(log, file)).toEqual({ compared: 0, faults: [] });
    write({ head: link('own'), msg: HEAD_NOTED });
    expect(await compareNotedHeads(log, file)).toEqual({ compared: 1, faults: [] });
    write({ head: link('altered'), msg: HEAD_NOTED });
    expect((await compareNotedHeads(log, file)).faults).toHaveLength(1);
  });
});
