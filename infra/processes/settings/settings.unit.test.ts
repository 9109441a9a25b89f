import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const MB = 2 ** 20;
const server = { EVENTSTORE_URI: 'esdb://events.example:2113?tls=false' };

describe('the memory of streams', () => {
  it('is larger where every stream that is not there costs a call to a server, and can be set', () => {
    expect(readSettings({}).streamCache).toBe(32 * MB);
    expect(readSettings(server).streamCache).toBe(256 * MB);
    expect(readSettings({ ...server, STREAM_CACHE: '512' }).streamCache).toBe(512 * MB);
  });
});
