import { DEFAULT_SUPPORT_EMAIL } from '@quorum/contracts/kernel/product.ts';
import type { SmsBudget } from '@quorum/domain/sms-budget/decider.ts';
import { parseTrustProxy, type TrustProxy } from '@quorum/service-kit/http/admission/origin.ts';
import type { LevelWithSilent } from 'pino';
import type { KafkaMechanism } from '../../adapters/bus/kafka-bus.ts';
import type { TwilioSettings } from '../../adapters/sms/twilio-sender.ts';

/** A configuration error, as one line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

type Login = { readonly username: string; readonly password: string };

/** How the product runs. Without an address, the embedded engine is used. */
export type Settings = {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly publicOrigin: string | undefined;
  readonly trustProxy: TrustProxy;
  readonly defaultTimeZone: string;
  /** Support address; the pages are built with the same one. */
  readonly supportEmail: string;
  readonly logLevel: LevelWithSilent;
  /** `stdout`, or a file's path. */
  readonly logTo: string;
  /** Requests per second and burst, per person or address. */
  readonly requestRate: number;
  /** Messages per second and person. */
  readonly messageRate: number;
  /** Text message limits for the whole product; unlimited if absent. */
  readonly smsBudget: SmsBudget | undefined;
  /** Bytes of files and message texts per person. */
  readonly filesPerPerson: number;
  /** Bytes of folded streams that a command service keeps in memory. */
  readonly streamCache: number;
  readonly metricsPort: number | undefined;
  /** Token required to read them. */
  readonly metricsToken: string | undefined;
  /** Seconds to wait at start for an unreachable engine. */
  readonly startPatience: number;
  readonly eventstoreUri: string | undefined;
  /** Prefix of all stream names on a shared server. */
  readonly eventstorePrefix: string;
  readonly mongodbUri: string | undefined;
  readonly kafkaBrokers: readonly string[] | undefined;
  readonly kafkaLogin: Login | undefined;
  readonly kafkaTls: boolean;
  readonly kafkaMechanism: KafkaMechanism;
  /** Products that share brokers need topics of their own. */
  readonly kafkaTopic: string | undefined;
  readonly twilio: TwilioSettings | undefined;
  readonly photonUrl: string | undefined;
  /** Whether alerts go to browsers without an open page. */
  readonly webPush: boolean;
  readonly masterKey: string | undefined;
  readonly admin: Login | undefined;
};

const given = (environment: Environment, name: string): string | undefined => {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
};

type Range = readonly [min: number, max: number];

const numberOf = (environment: Environment, name: string, otherwise: number, [min, max]: Range): number => {
  const text = given(environment, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new SettingsError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
};

/** One of a few values, or text of a form. @param allowed in words. */
const formOf = (environment: Environment, name: string, form: RegExp, allowed: string): string | undefined => {
  const text = given(environment, name);
  if (text !== undefined && !form.test(text)) throw new SettingsError(`${name} must be ${allowed}, not "${text}"`);
  return text;
};

/** Anything else is refused: a misspelled `production` would show codes to everybody. */
const isProduction = (environment: Environment): boolean =>
  formOf(environment, 'NODE_ENV', /^(production|development|test)$/, 'production, development or test') ===
  'production';

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

const trustProxyOf = (environment: Environment): TrustProxy => {
  const trusted = parseTrustProxy(given(environment, 'TRUST_PROXY') ?? 'false');
  if (trusted === undefined)
    throw new SettingsError(
      'TRUST_PROXY must be true, false, a number of proxies, or a list such as 10.0.0.0/8,192.0.2.1',
    );
  return trusted;
};

const TWILIO = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

/** All of it or nothing. `TWILIO_MESSAGING_SERVICE_SID` may replace `TWILIO_FROM`. */
const twilioOf = (environment: Environment): TwilioSettings | undefined => {
  const sender = given(environment, 'TWILIO_MESSAGING_SERVICE_SID') ?? given(environment, 'TWILIO_FROM');
  const [accountSid, authToken, from] = [given(environment, TWILIO[0]), given(environment, TWILIO[1]), sender];
  if (accountSid !== undefined && authToken !== undefined && from !== undefined) return { accountSid, authToken, from };
  const missing = TWILIO.filter((_, at) => [accountSid, authToken, from][at] === undefined);
  if (missing.length === TWILIO.length) return undefined;
  throw new SettingsError(`Twilio is half configured: ${missing.join(', ')} is missing`);
};

/** Where nothing is really sent, a budget applies only if configured. */
const smsBudgetOf = (environment: Environment, isSent: boolean): SmsBudget | undefined => {
  const names = ['SMS_PER_HOUR', 'SMS_PER_DAY'];
  if (!isSent && names.every((name) => given(environment, name) === undefined)) return undefined;
  const [perHour = 0, perDay = 0] = [1000, 5000].map((otherwise, index) =>
    numberOf(environment, names[index] as string, otherwise, [1, 1_000_000_000]),
  );
  return { perHour, perDay };
};

const mechanisms: Readonly<Record<string, KafkaMechanism>> = {
  PLAIN: 'plain',
  'SCRAM-SHA-256': 'scram-sha-256',
  'SCRAM-SHA-512': 'scram-sha-512',
};

const mechanismOf = (environment: Environment): KafkaMechanism => {
  const mechanism = mechanisms[given(environment, 'KAFKA_SASL_MECHANISM') ?? 'PLAIN'];
  if (mechanism !== undefined) return mechanism;
  throw new SettingsError(`KAFKA_SASL_MECHANISM must be one of ${Object.keys(mechanisms).join(', ')}`);
};

/** Anything else is refused: taken for `false`, a misspelled `true` would send the password in clear. */
const tlsOf = (environment: Environment): boolean => {
  const text = given(environment, 'KAFKA_TLS') ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SettingsError(`KAFKA_TLS must be true or false, not "${text}"`);
};

/** Calls to the push services of browsers are the only ones that the product makes by itself. */
const webPushOf = (environment: Environment): boolean => {
  const text = given(environment, 'WEB_PUSH') ?? 'on';
  if (text === 'on' || text === 'off') return text === 'on';
  throw new SettingsError(`WEB_PUSH must be on or off, not "${text}"`);
};

const LEVELS: readonly LevelWithSilent[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const levelOf = (environment: Environment): LevelWithSilent => {
  const text = given(environment, 'LOG_LEVEL') ?? 'info';
  const level = LEVELS.find((each) => each === text);
  if (level !== undefined) return level;
  throw new SettingsError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${text}"`);
};

/** A name and its password, both or neither. @param prefix of the variables. */
const loginOf = (environment: Environment, prefix: string): Login | undefined => {
  const names = [`${prefix}_USERNAME`, `${prefix}_PASSWORD`] as const;
  const [username, password] = [given(environment, names[0]), given(environment, names[1])];
  if (username !== undefined && password !== undefined) return { username, password };
  if (username === undefined && password === undefined) return undefined;
  const missing = username === undefined ? names[0] : names[1];
  throw new SettingsError(`${missing} is missing: ${names[0]} and ${names[1]} belong together`);
};

/** Characters of an administrator's password in production, where anybody can try to guess it. */
const MIN_PASSWORD = 12;

const adminOf = (environment: Environment, production: boolean): Login | undefined => {
  const admin = loginOf(environment, 'ADMIN');
  if (production && admin !== undefined && admin.password.length < MIN_PASSWORD)
    throw new SettingsError(`ADMIN_PASSWORD must have at least ${MIN_PASSWORD} characters in production`);
  return admin;
};

const portsOf = (environment: Environment): Pick<Settings, 'port' | 'metricsPort'> => {
  const port = numberOf(environment, 'PORT', 8080, [0, 65_535]);
  if (given(environment, 'METRICS_PORT') === undefined) return { port, metricsPort: undefined };
  const metricsPort = numberOf(environment, 'METRICS_PORT', 0, [0, 65_535]);
  if (metricsPort === port && port !== 0)
    throw new SettingsError(`METRICS_PORT must be another port than PORT, not "${port}"`);
  return { port, metricsPort };
};

/** The tasks of a process. Support and projections neither send text messages nor answer browsers. */
type Tasks = { readonly sendsSms: boolean; readonly answersPeople: boolean };

const EVERYTHING: Tasks = { sendsSms: true, answersPeople: true };

/**
 * Reads the configuration.
 * @throws SettingsError naming what is missing or malformed.
 */
// oxlint-disable-next-line complexity -- reads one variable a line
export const readSettings = (environment: Environment, { sendsSms, answersPeople } = EVERYTHING): Settings => {
  const production = isProduction(environment);
  const dataDir = given(environment, 'DATA_DIR') ?? './data';
  const twilio = twilioOf(environment);
  if (production && sendsSms && twilio === undefined) {
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
  const eventstoreUri = uriOf(
    environment,
    'EVENTSTORE_URI',
    /^esdb(\+discover)?:\/\/\S+$/,
    'esdb://host:2113?tls=false',
  );
  if (production && answersPeople && publicOrigin === undefined)
    throw new SettingsError(
      'PUBLIC_ORIGIN is missing: production needs the address that links begin with, such as https://quorum.example',
    );
  return {
    production,
    host: given(environment, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    ...portsOf(environment),
    dataDir,
    publicOrigin,
    trustProxy: trustProxyOf(environment),
    defaultTimeZone: zoneOf(environment),
    supportEmail:
      formOf(environment, 'SUPPORT_EMAIL', /^[^\s@]+@[^\s@]+$/, 'an email address') ?? DEFAULT_SUPPORT_EMAIL,
    logLevel: levelOf(environment),
    logTo: given(environment, 'LOG_TO') ?? (production ? 'stdout' : `${dataDir}/logs/quorum.log`),
    requestRate: numberOf(environment, 'REQUEST_RATE', 90, [1, 1_000_000]),
    messageRate: numberOf(environment, 'MESSAGE_RATE', 2, [1, 1_000_000]),
    smsBudget: smsBudgetOf(environment, twilio !== undefined),
    filesPerPerson: numberOf(environment, 'FILES_PER_PERSON', 5 * 2 ** 30, [1, Number.MAX_SAFE_INTEGER]),
    streamCache: numberOf(environment, 'STREAM_CACHE', eventstoreUri === undefined ? 32 : 256, [1, 65_536]) * 2 ** 20,
    metricsToken: given(environment, 'METRICS_TOKEN'),
    startPatience: numberOf(environment, 'START_PATIENCE', 60, [0, 86_400]),
    eventstoreUri,
    eventstorePrefix:
      formOf(environment, 'EVENTSTORE_PREFIX', /^[\w.-]+$/, 'letters, digits, dots, hyphens or underscores') ?? '',
    mongodbUri: uriOf(environment, 'MONGODB_URI', /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://host:27017/quorum'),
    kafkaBrokers: brokers,
    kafkaLogin: loginOf(environment, 'KAFKA'),
    kafkaTls: tlsOf(environment),
    kafkaMechanism: mechanismOf(environment),
    kafkaTopic: given(environment, 'KAFKA_TOPIC'),
    twilio,
    webPush: webPushOf(environment),
    photonUrl: uriOf(environment, 'PHOTON_URL', /^https?:\/\/\S+$/, 'https://photon.example'),
    masterKey: given(environment, 'MASTER_KEY'),
    admin: adminOf(environment, production),
  };
};
