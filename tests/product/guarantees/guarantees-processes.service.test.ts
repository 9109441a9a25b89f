import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logOf } from '../../support/log-of.ts';
import { builtFile } from '../../support/processes/built-file.ts';
import { Client, createGroup, freshPhone, lastCode, type Product, signUp } from '../../support/product.ts';
import { connect, endOf } from '../../support/sockets.ts';

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-process-'));
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

type Environment = Record<string, string>;

/** The standalone product in its own process. */
class Process {
  readonly child: ChildProcess;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
  out = '';
  err = '';

  constructor(environment: Environment = {}) {
    this.child = spawn(process.execPath, [builtFile('standalone')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        MESSAGE_RATE: '100000',
        TRUST_PROXY: 'true',
        PAGES_DIR: join(folder, 'no-pages'),
        ...environment,
      },
    });
    children.add(this.child);
    this.child.stdout?.on('data', (text: Buffer) => {
      this.out += text.toString();
    });
    this.child.stderr?.on('data', (text: Buffer) => {
      this.err += text.toString();
    });
    this.exit = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => {
        children.delete(this.child);
        resolve({ code, signal });
      });
    });
  }

  async ready(): Promise<Pick<Product, 'origin' | 'dataDir'>> {
    const port = () => /localhost:(\d+)/.exec(this.out)?.[1];
    await until(() => port() !== undefined).catch(() => {
      throw new Error(`The process did not start: ${this.out}${this.err}`);
    });
    return { origin: `http://127.0.0.1:${port()}`, dataDir: join(folder, 'data') };
  }
}

const start = async (environment: Environment = {}) => {
  const running = new Process(environment);
  return { running, product: (await running.ready()) as Product };
};

describe('a process that is killed', () => {
  it('a process that is killed loses nothing that it acknowledged, and the next one gives the same responses (CQRS-01)', async () => {
    const first = await start();
    const phoneNumber = freshPhone();
    const newcomer = new Client(first.product);
    await newcomer.must('signup', { body: { phoneNumber } });
    const verify = {
      body: { phoneNumber, verificationCode: await lastCode(first.product, phoneNumber) },
      headers: { 'idempotency-key': randomUUID() },
    };
    const person = await signUp(first.product);
    const { group } = await createGroup(person);

    const acknowledged: string[] = [];
    let going = true;
    const writers = Array.from({ length: 8 }, async () => {
      while (going) {
        const id = randomUUID();
        const body = { groupId: group._id, content: 'Here', id };
        const sent = await person.call('sendMessage', { body }).catch(() => undefined);
        if (sent?.status !== 200) return;
        acknowledged.push(id);
      }
    });
    await until(() => acknowledged.length > 50);
    const signedUp = await newcomer.must('verifySignup', verify);
    first.running.child.kill('SIGKILL');
    await first.running.exit;
    going = false;
    await Promise.all(writers);

    const second = await start();
    const stored = new Set(
      (await logOf(second.product.dataDir)).filter(({ type }) => type === 'MessagePosted').map(({ stream }) => stream),
    );
    expect(acknowledged.filter((id) => !stored.has(`message-${id}`))).toEqual([]);

    const again = new Client(second.product);
    expect(await again.must('verifySignup', verify)).toEqual(signedUp);
    const accounts = (await logOf(second.product.dataDir)).filter(({ type }) => type === 'UserRegistered');
    expect(accounts).toHaveLength(2);
    again.token = signedUp.token;
    expect((await again.must('me', { headers: { 'x-min-position': again.position } })).user._id).toBe(
      signedUp.user._id,
    );
  });
});

describe('a process that receives SIGTERM', () => {
  it('a process that receives SIGTERM finishes running work, accepts nothing new, and exits with 0 within 10 s (RUN-07)', async () => {
    const { running, product } = await start();
    const person = await signUp(product);
    const { group } = await createGroup(person);
    const socket = await connect(product, person.token);
    const ended = endOf(socket);
    const inFlight = Array.from({ length: 100 }, (_, n) =>
      person.call('sendMessage', { body: { groupId: group._id, content: `Message ${n}` } }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await Promise.race(inFlight);
    running.child.kill('SIGTERM');
    const statuses = await Promise.all(inFlight);
    // A process that needs longer than 10 s exits with 1.
    expect(await running.exit).toEqual({ code: 0, signal: null });
    await ended;
    await expect(fetch(`${product.origin}/healthz`)).rejects.toThrow();
    expect(running.err).toBe('');

    const done = statuses.filter((status) => status === 200).length;
    expect(done).toBeGreaterThan(0);
    const stored = (await logOf(product.dataDir)).filter(({ type }) => type === 'MessagePosted').length;
    expect(stored).toBe(done);
    const next = await start();
    await until(async () => (await fetch(`${next.product.origin}/readyz`)).ok);
  });
});

describe('a process that cannot start', () => {
  const oneLine = async (environment: Environment): Promise<string> => {
    const running = new Process(environment);
    expect((await running.exit).code).toBe(1);
    expect(running.out).toBe('');
    expect(running.err.trim().split('\n')).toHaveLength(1);
    return running.err.trim();
  };

  it('a process that cannot start reports that another one has the data folder', async () => {
    const { product } = await start();
    expect(await oneLine({})).toBe(
      `Quorum cannot start. Data folder: The data folder ${product.dataDir} is in use by another process.`,
    );
    expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
  });

  it('a process that cannot start names the missing or malformed setting of an engine (STACK-05)', async () => {
    expect(await oneLine({ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` })).toMatch(/TWILIO_AUTH_TOKEN/);
    expect(await oneLine({ NODE_ENV: 'production' })).toMatch(/TWILIO_ACCOUNT_SID is missing/);
    const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'none', TWILIO_FROM: '+12025550100' };
    expect(await oneLine({ NODE_ENV: 'production', ...twilio })).toMatch(/PUBLIC_ORIGIN is missing/);
    expect(await oneLine({ MONGODB_URI: 'localhost' })).toBe(
      'Quorum cannot start. MONGODB_URI must look like mongodb://host:27017/quorum',
    );
    expect(await oneLine({ KAFKA_BROKERS: 'kafka' })).toMatch(/KAFKA_BROKERS must look like/);
    expect(await oneLine({ MASTER_KEY: 'short' })).toMatch(/MASTER_KEY is malformed/);
    expect(await oneLine({ PORT: 'eighty' })).toMatch(/PORT must be a whole number/);
  });
});

describe('a product without an SMS provider', () => {
  it('a product without an SMS provider prints and lists codes until a provider is configured (RUN-04)', async () => {
    const { running, product } = await start();
    const phoneNumber = freshPhone();
    await new Client(product).must('signup', { body: { phoneNumber } });
    const code = await lastCode(product, phoneNumber);
    expect(running.out).toContain(code);
    const listed = await fetch(`${product.origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`);
    const { messages } = (await listed.json()) as { messages: Record<string, string>[] };
    expect(messages).toHaveLength(1);
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual(['body', 'sentAt', 'to']);
    running.child.kill('SIGTERM');
    await running.exit;

    const twilio = {
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: '0'.repeat(32),
      TWILIO_FROM: '+14155550100',
    };
    const configured = await start(twilio);
    expect((await fetch(`${configured.product.origin}/api/dev/sms?phoneNumber=1`)).status).toBe(404);
  });
});
