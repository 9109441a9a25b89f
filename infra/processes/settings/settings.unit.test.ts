import { createServer } from 'node:http';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { listen } from '../http/http-server.ts';
import { readSettings, SettingsError } from './settings.ts';

const MB = 2 ** 20;
const server = { EVENTSTORE_URI: 'esdb://events.example:2113?tls=false' };

describe('the memory for streams', () => {
  it('the memory for streams is larger where every missing stream costs a call to a server, and can be set', () => {
    expect(readSettings({}).streamCache).toBe(32 * MB);
    expect(readSettings(server).streamCache).toBe(256 * MB);
    expect(readSettings({ ...server, STREAM_CACHE: '512' }).streamCache).toBe(512 * MB);
  });
});

describe('a setting that makes no sense', () => {
  const open = { PUBLIC_ORIGIN: 'https://quorum.example' };
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'none', TWILIO_FROM: '+12025550100' };
  const production = { NODE_ENV: 'production', ...open, ...twilio };

  it.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, not "prod"'],
    [{ REQUEST_RATE: '0' }, 'REQUEST_RATE must be a whole number from 1 to 1000000, not "0"'],
    [{ MESSAGE_RATE: '0' }, 'MESSAGE_RATE must be a whole number from 1 to 1000000, not "0"'],
    [
      { FILES_PER_PERSON: '0' },
      `FILES_PER_PERSON must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, not "0"`,
    ],
    [{ SMS_PER_HOUR: '0' }, 'SMS_PER_HOUR must be a whole number from 1 to 1000000000, not "0"'],
    [{ STREAM_CACHE: '0' }, 'STREAM_CACHE must be a whole number from 1 to 65536, not "0"'],
    [{ SUPPORT_EMAIL: 'nonsense' }, 'SUPPORT_EMAIL must be an email address, not "nonsense"'],
    [
      { EVENTSTORE_PREFIX: 'a b' },
      'EVENTSTORE_PREFIX must be letters, digits, dots, hyphens or underscores, not "a b"',
    ],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT must be another port than PORT, not "8080"'],
    [
      { ...production, ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'x' },
      'ADMIN_PASSWORD must have at least 12 characters in production',
    ],
  ])(
    'a setting that makes no sense is refused in one line that says what is allowed: %j (OPER-12)',
    (environment, line) => {
      const read = () => readSettings(environment);
      expect(read).toThrow(SettingsError);
      expect(read).toThrow(line);
    },
  );
});

it('an address that is not of this machine is refused with its setting (OPER-12)', async () => {
  await expect(listen(createServer(), 0, '203.0.113.7')).rejects.toThrow(/^"203\.0\.113\.7" is no address .* \(HOST\)/);
});

describe('the public address', () => {
  const production = {
    NODE_ENV: 'production',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'none',
    TWILIO_FROM: '+12025550100',
  };

  it('the public address is required in production for what answers people, and for nothing else (SAFE-17)', () => {
    expect(() => readSettings(production)).toThrow('PUBLIC_ORIGIN is missing');
    expect(readSettings({ ...production, PUBLIC_ORIGIN: 'https://quorum.example' }).production).toBe(true);
    expect(readSettings({ NODE_ENV: 'production' }, { sendsSms: false, answersPeople: false }).production).toBe(true);
  });
});

describe('the level of the log', () => {
  it('the level of the log is one that the logger knows, or none', () => {
    expect(readSettings({}).logLevel).toBe('info');
    for (const level of [...Object.keys(pino.levels.values), 'silent'])
      expect(readSettings({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  it.each(['verbose', 'INFO'])(
    'the level of the log is refused in one line where the logger does not know it: %s',
    (level) => {
      const read = () => readSettings({ LOG_LEVEL: level });
      expect(read).toThrow(SettingsError);
      expect(read).toThrow(`LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "${level}"`);
    },
  );
});

describe('the settings of Twilio', () => {
  const complete = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+12025550000' };

  it('the settings of Twilio are absent, complete, or refused with what is missing (STACK-05)', () => {
    expect(readSettings({}).twilio).toBeUndefined();
    expect(readSettings({ TWILIO_ACCOUNT_SID: '' }).twilio).toBeUndefined();
    expect(readSettings(complete).twilio).toEqual({ accountSid: 'AC1', authToken: 't', from: '+12025550000' });
    const service = { ...complete, TWILIO_FROM: undefined, TWILIO_MESSAGING_SERVICE_SID: 'MG1' };
    expect(readSettings(service).twilio?.from).toBe('MG1');
    expect(() => readSettings({ TWILIO_ACCOUNT_SID: 'AC1' })).toThrow('TWILIO_AUTH_TOKEN, TWILIO_FROM is missing');
  });
});

describe('the settings of Kafka', () => {
  it('the settings of Kafka accept only true or false for encryption, so that no password is sent in the clear by mistake', () => {
    expect(readSettings({}).kafkaTls).toBe(false);
    expect(readSettings({ KAFKA_TLS: 'false' }).kafkaTls).toBe(false);
    expect(readSettings({ KAFKA_TLS: 'true' }).kafkaTls).toBe(true);
    for (const unclear of ['1', 'TRUE', 'yes'])
      expect(() => readSettings({ KAFKA_TLS: unclear })).toThrow(`KAFKA_TLS must be true or false, not "${unclear}"`);
  });

  it('the settings of Kafka name how credentials are presented, and refuse what the client does not know', () => {
    expect(readSettings({}).kafkaMechanism).toBe('plain');
    expect(readSettings({ KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512' }).kafkaMechanism).toBe('scram-sha-512');
    for (const unknown of ['GSSAPI', 'plain'])
      expect(() => readSettings({ KAFKA_SASL_MECHANISM: unknown })).toThrow(
        'KAFKA_SASL_MECHANISM must be one of PLAIN',
      );
  });
});
