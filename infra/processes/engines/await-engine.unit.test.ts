import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { describe, expect, it } from 'vitest';
import { SettingsError } from '../settings/settings.ts';
import { awaitEngine } from './await-engine.ts';

const away = new LogUnavailableError('EventStoreDB cannot be reached: ECONNREFUSED 127.0.0.1:2113');

/** Opens after so many failures. */
const opening = (failures: number, failure: Error) => {
  let tries = 0;
  return {
    tries: () => tries,
    open: async () => {
      tries += 1;
      if (tries <= failures) throw failure;
      return 'open';
    },
  };
};

describe('an engine at the start of a process', () => {
  it('an engine at the start of a process is awaited while unreachable, with one line that says what is missing (RUN-11)', async () => {
    const lines: string[] = [];
    const { open, tries } = opening(3, away);
    expect(await awaitEngine('EventStoreDB', open, { limit: 60_000, print: (line) => lines.push(line) })).toBe('open');
    expect(tries()).toBe(4);
    expect(lines).toEqual([`Waiting for EventStoreDB: ${away.message} (up to 60 s, START_PATIENCE)`]);
  });

  it('an engine at the start of a process fails the start with one line if it stays unreachable (RUN-11)', async () => {
    const { open } = opening(Number.POSITIVE_INFINITY, away);
    const ended = awaitEngine('EventStoreDB', open, { limit: 300, print: () => {} });
    await expect(ended).rejects.toEqual(new SettingsError(`EventStoreDB: ${away.message}`));
  });

  it.each([
    ['wrong credentials', Object.assign(new Error('16 UNAUTHENTICATED'), { code: 16 })],
    ['a user without rights', Object.assign(new Error('7 PERMISSION_DENIED'), { code: 7 })],
    ['an unknown authority', new Error('unable to verify the first certificate')],
    ['a wrong password', new Error('SASL PLAIN authentication failed')],
  ])('an engine at the start of a process fails the start at once for %s (RUN-11)', async (_, cause) => {
    const { open, tries } = opening(Number.POSITIVE_INFINITY, new LogUnavailableError('out of reach', { cause }));
    await expect(awaitEngine('EventStoreDB', open, { limit: 60_000, print: () => {} })).rejects.toThrow(SettingsError);
    expect(tries()).toBe(1);
  });

  it('an engine at the start of a process fails the start at once if the server does not encrypt, and names the setting (OPER-15)', async () => {
    const cause = new Error('14 UNAVAILABLE: SSL routines:ssl3_get_record:wrong version number');
    const { open, tries } = opening(Number.POSITIVE_INFINITY, new LogUnavailableError('out of reach', { cause }));
    const ended = awaitEngine('EventStoreDB', open, { limit: 60_000, print: () => {} });
    await expect(ended).rejects.toThrow(/^EventStoreDB: the server does not encrypt. Add tls=false to its address/);
    expect(tries()).toBe(1);
  });

  it('an engine at the start of a process fails the start at once for a malformed address (RUN-11)', async () => {
    const { open, tries } = opening(Number.POSITIVE_INFINITY, new TypeError('Invalid connection string'));
    await expect(awaitEngine('EventStoreDB', open, { limit: 60_000, print: () => {} })).rejects.toThrow(SettingsError);
    expect(tries()).toBe(1);
  });
});
