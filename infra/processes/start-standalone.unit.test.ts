import { describe, expect, it } from 'vitest';
import { readSettings } from './settings/settings.ts';
import { linesAtStart } from './start-standalone.ts';

const running = { port: 8080, masterKeyPath: undefined, newAdminPassword: undefined };

const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://quorum.example',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'none',
  TWILIO_FROM: '+12025550100',
};

const warningsIn = (environment: Readonly<Record<string, string>>): readonly string[] =>
  linesAtStart(readSettings(environment), running).filter((line) => line.startsWith('Warning: '));

describe('the lines printed at start', () => {
  it.each(['0.0.0.0', '::', '192.168.1.20', 'quorum.example'])(
    'the lines printed at start warn in one line that development is open to other machines: HOST %s (RUN-04)',
    (host) => {
      expect(warningsIn({ HOST: host })).toEqual([
        `Warning: HOST ${host} is open to other machines, and this is development mode. Set NODE_ENV=production to expose it`,
      ]);
    },
  );

  it('the lines printed at start contain no warning when listening only locally, or in production (RUN-04)', () => {
    for (const host of ['127.0.0.1', '::1', 'localhost']) expect(warningsIn({ HOST: host })).toEqual([]);
    expect(warningsIn({})).toEqual([]);
    expect(warningsIn({ ...production, HOST: '0.0.0.0' })).toEqual([]);
  });
});
