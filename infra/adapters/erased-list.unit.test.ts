import type fs from 'node:fs';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErasedList } from './erased-list.ts';

/** Bytes that the disk still takes. */
let room = Number.POSITIVE_INFINITY;

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const writeSync = (file: number, bytes: Uint8Array | string, at = 0): number => {
    if (room <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const taken = Buffer.from(bytes as string).subarray(at, at + room);
    room -= taken.length;
    return real.writeSync(file, taken);
  };
  return { ...real, default: real, writeSync };
});

let folder: string;
beforeEach(() => {
  room = Number.POSITIVE_INFINITY;
  folder = mkdtempSync(join(tmpdir(), 'quorum-erased-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the list of what was erased', () => {
  it('the list of what was erased never acknowledges a line of which the full disk took a part (SAFE-01)', async () => {
    const path = join(folder, 'erased.list');
    const list = new ErasedList(path);
    list.note('key', 'user-1');
    room = 8;
    expect(() => list.note('key', 'writings-1')).toThrow('no space');
    room = Number.POSITIVE_INFINITY;
    list.note('key', 'user-2');
    list.note('key', 'writings-1');
    const noted = ['key user-1', 'key user-2', 'key writings-1'];
    expect(await list.lines()).toEqual(noted);
    expect(await new ErasedList(path).lines()).toEqual(noted);
  });

  it('the list of what was erased does not append to a line that a killed process left without its end', async () => {
    const path = join(folder, 'erased.list');
    appendFileSync(path, 'key user-1\nkey us');
    new ErasedList(path).note('key', 'user-2');
    expect(readFileSync(path, 'utf8')).toMatch(/^key user-2$/m);
  });
});
