import { twilioSettings } from '../adapters/sms/sms-settings.ts';
import type { TwilioSettings } from '../adapters/sms/twilio-sender.ts';

/** What is wrong with the configuration, as one line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How the product runs. Absent addresses mean the embedded engine. */
export type Settings = {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly publicOrigin: string | undefined;
  readonly trustProxy: boolean;
  readonly defaultTimeZone: string;
  readonly logLevel: string;
  /** `stdout`, or a file's path. */
  readonly logTo: string;
  /** Requests a second and at once, of one person or address. */
  readonly requestRate: number;
  readonly eventstoreUri: string | undefined;
  readonly mongodbUri: string | undefined;
  readonly kafkaBrokers: readonly string[] | undefined;
  /** Products that share brokers need topics of their own. */
  readonly kafkaTopic: string | undefined;
  readonly twilio: TwilioSettings | undefined;
  readonly photonUrl: string | undefined;
  readonly masterKey: string | undefined;
  readonly admin: { readonly username: string; readonly password: string } | undefined;
};

const given = (environment: Environment, name: string): string | undefined => {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
};

const numberOf = (environment: Environment, name: string, otherwise: number, most: number): number => {
  const text = given(environment, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new SettingsError(`${name} must be a whole number from 0 to ${most}, not "${text}"`);
  return value;
};

const uriOf = (environment: Environment, name: string, form: RegExp, example: string): string | undefined => {
  const uri = given(environment, name);
  if (uri !== undefined && !form.test(uri)) throw new SettingsError(`${name} must look like ${example}`);
  return uri;
};

const zoneOf = (environment: Environment): string => {
  const zone = given(environment, 'DEFAULT_TIME_ZONE') ?? 'America/New_York';
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    throw new SettingsError(`DEFAULT_TIME_ZONE "${zone}" is not a known time zone`);
  }
};

const twilioOf = (environment: Environment): TwilioSettings | undefined => {
  try {
    return twilioSettings(environment);
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
};

const adminOf = (environment: Environment): Settings['admin'] => {
  const [username, password] = [given(environment, 'ADMIN_USERNAME'), given(environment, 'ADMIN_PASSWORD')];
  if (username !== undefined && password !== undefined) return { username, password };
  if (username === undefined && password === undefined) return undefined;
  const missing = username === undefined ? 'ADMIN_USERNAME' : 'ADMIN_PASSWORD';
  throw new SettingsError(`${missing} is missing: ADMIN_USERNAME and ADMIN_PASSWORD belong together`);
};

/** Reads the configuration. @throws SettingsError naming what is missing or malformed. */
export const readSettings = (environment: Environment): Settings => {
  const production = environment.NODE_ENV === 'production';
  const dataDir = given(environment, 'DATA_DIR') ?? './data';
  const twilio = twilioOf(environment);
  if (production && twilio === undefined) {
    throw new SettingsError(
      'TWILIO_ACCOUNT_SID is missing: production needs a real SMS sender (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM)',
    );
  }
  const brokers = given(environment, 'KAFKA_BROKERS')
    ?.split(',')
    .map((broker) => broker.trim());
  if (brokers?.some((broker) => !/^[^\s:]+:\d+$/.test(broker)))
    throw new SettingsError('KAFKA_BROKERS must look like host:9092,host:9092');
  const publicOrigin = uriOf(environment, 'PUBLIC_ORIGIN', /^https?:\/\/[^/\s]+$/, 'https://quorum.example');
  return {
    production,
    host: given(environment, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: numberOf(environment, 'PORT', 8080, 65_535),
    dataDir,
    publicOrigin,
    trustProxy: given(environment, 'TRUST_PROXY') === 'true',
    defaultTimeZone: zoneOf(environment),
    logLevel: given(environment, 'LOG_LEVEL') ?? 'info',
    logTo: given(environment, 'LOG_TO') ?? (production ? 'stdout' : `${dataDir}/logs/quorum.log`),
    requestRate: numberOf(environment, 'REQUEST_RATE', 100, 1_000_000),
    eventstoreUri: uriOf(environment, 'EVENTSTORE_URI', /^esdb(\+discover)?:\/\/\S+$/, 'esdb://host:2113?tls=false'),
    mongodbUri: uriOf(environment, 'MONGODB_URI', /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://host:27017/quorum'),
    kafkaBrokers: brokers,
    kafkaTopic: given(environment, 'KAFKA_TOPIC'),
    twilio,
    photonUrl: uriOf(environment, 'PHOTON_URL', /^https?:\/\/\S+$/, 'https://photon.example'),
    masterKey: given(environment, 'MASTER_KEY'),
    admin: adminOf(environment),
  };
};
