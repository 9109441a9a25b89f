import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerOf, type BodyInputOf, type RouteName, type Routes, routes } from '@quorum/contracts/routes.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { type Standalone, startStandalone } from '@quorum/infra/processes/start-standalone.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';

type Environment = Readonly<Record<string, string>>;

/** Something that answers at an address. */
export type Reachable = { readonly origin: string };

/** The whole product on its own folder and a free port, for tests over real HTTP and sockets. */
export type Product = {
  readonly origin: string;
  readonly dataDir: string;
  /** The running instance; another one after a restart. */
  readonly running: Standalone;
  /** Restarts it on the same data, with a changed environment if one is given. The port may change. */
  restart(changed?: Environment): Promise<void>;
  stop(): Promise<void>;
};

export type Answered<T> = {
  readonly status: number;
  readonly body: T;
  readonly error: string;
  readonly headers: Headers;
};

export const startProduct = async (
  environment: Environment = {},
  clock?: Clock,
  around?: (engines: Engines) => Engines,
): Promise<Product> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-'));
  const dataDir = join(folder, 'data');
  let current: Environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    REQUEST_RATE: '100000',
    MESSAGE_RATE: '100000',
    LOG_LEVEL: 'warn',
    // Every client has its own address, see `Client.address`.
    TRUST_PROXY: 'true',
    ...environment,
  };
  const start = (): Promise<Standalone> =>
    startStandalone(readSettings(current), {
      pages: join(folder, 'no-pages'),
      print: () => {},
      ...(clock === undefined ? {} : { clock }),
      ...(around === undefined ? {} : { around }),
    });
  let running = await start();
  return {
    get origin() {
      return `http://127.0.0.1:${running.port}`;
    },
    dataDir,
    get running() {
      return running;
    },
    restart: async (changed = {}) => {
      await running.stop();
      current = { ...current, ...changed };
      running = await start();
    },
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

type CallOptions<N extends RouteName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyInputOf<N> | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of a JSON body. */
  readonly form?: FormData;
};

let lastAddress = 0;
const freshAddress = (): string => {
  lastAddress += 1;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
};

/** A running clock that can be moved. */
export const movableClock = (): Clock & { moveOn(milliseconds: number): void } => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    moveOn: (milliseconds) => {
      ahead += milliseconds;
    },
  };
};

/** The highest position in any answer to a client of a product. */
const positions = new WeakMap<Reachable, string>();

/** One person's browser, as far as the API sees it. */
export class Client {
  readonly #product: Reachable;
  token: string | undefined;
  userId = '';
  /** Network address that the requests seem to come from. */
  address = freshAddress();

  constructor(product: Reachable, token?: string) {
    this.#product = product;
    this.token = token;
  }

  /** Sent with every call, so that a client reads its own writes and earlier ones of other clients. */
  get position(): string {
    return positions.get(this.#product) ?? '';
  }

  set position(seen: string) {
    if (seen > this.position) positions.set(this.#product, seen);
  }

  async call<N extends RouteName>(name: N, options: CallOptions<N> = {}): Promise<Answered<AnswerOf<N>>> {
    const route: Routes[N] = routes[name];
    const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(options.params?.[key] ?? ''));
    const search = new URLSearchParams(options.query).toString();
    const response = await fetch(`${this.#product.origin}${path}${search === '' ? '' : `?${search}`}`, {
      method: route.method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        'x-forwarded-for': this.address,
        ...(this.position === '' ? {} : { 'x-min-position': this.position }),
        ...options.headers,
      },
      body: options.form ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    });
    this.position = response.headers.get('x-position') ?? '';
    const text = await response.text();
    const body = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text;
    return {
      status: response.status,
      body: body as AnswerOf<N>,
      error: (body as { error?: string }).error ?? '',
      headers: response.headers,
    };
  }

  /** Opens a file at the address that a view names. */
  file(address: string | null | undefined, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(new URL(address ?? '/nothing', this.#product.origin), {
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        'x-forwarded-for': this.address,
        ...headers,
      },
    });
  }

  /** Like `call`, but must succeed. */
  async must<N extends RouteName>(name: N, options: CallOptions<N> = {}): Promise<AnswerOf<N>> {
    const answered = await this.call(name, options);
    if (answered.status >= 300) throw new Error(`${name} answered ${answered.status}: ${answered.error}`);
    return answered.body;
  }
}

let lastNumber = Math.floor(Math.random() * 1_000_000);
/** A number that no other test uses. */
export const freshPhone = (): string => {
  lastNumber = (lastNumber + 1) % 10_000_000;
  return `+1415${String(lastNumber).padStart(7, '0')}`;
};

/** The last code sent to a number. */
export const lastCode = async (product: Reachable, phone: string): Promise<string> => {
  const response = await fetch(`${product.origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phone)}`);
  const { messages } = (await response.json()) as { messages: { body: string }[] };
  const code = messages.map(({ body }) => /\b(\d{6})\b/.exec(body)?.[1]).find((found) => found !== undefined);
  if (code === undefined) throw new Error(`No code was sent to ${phone}`);
  return code;
};

type Person = {
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly complete?: boolean;
};

/** Signs a person up, with a complete profile by default. */
export const signUp = async (product: Reachable, person: Person = {}): Promise<Client> => {
  const { phone = freshPhone(), firstName = 'Robin', lastName = 'Vale', complete = true } = person;
  const client = new Client(product);
  await client.must('signup', { body: { phoneNumber: phone } });
  const verificationCode = await lastCode(product, phone);
  const { token, user } = await client.must('verifySignup', { body: { phoneNumber: phone, verificationCode } });
  client.token = token;
  client.userId = user._id;
  if (complete) {
    await client.must('updateEmail', { body: { email: `${randomUUID()}@example.org` } });
    await client.must('updateName', { body: { firstName, lastName } });
    await client.must('completeProfile');
  }
  return client;
};

export const createGroup = async (owner: Client, name = 'Rowing club') => {
  const body = { name, description: 'People who meet' };
  return owner.must('createGroup', { body });
};

/** Lets a person join by the group's link. */
export const joinGroup = (client: Client, inviteCode: string) => client.must('joinByLink', { body: { inviteCode } });
