import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { fileKeyOf } from '../../support/data-file.ts';
import { derivedSecrets } from '../../support/guess-attack.ts';
import { logOf } from '../../support/log-of.ts';
import { Client, freshPhone, lastCode, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { COOLDOWN, signInElsewhere } from '../../support/sign-in.ts';
import { connect, endOf } from '../../support/sockets.ts';

const HOUR = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';

const MASTER_KEY = randomBytes(32);
const clock = movableClock();
const product = sharedProduct({ MASTER_KEY: MASTER_KEY.toString('base64') }, clock);

const storedEvents = () => logOf(product.dataDir, '', fileKeyOf(product.dataDir, MASTER_KEY.toString('base64')));

/** One person in three browsers. */
const threeBrowsers = async () => {
  const phone = freshPhone();
  const first = await signUp(product, { phone });
  const firefox = await signInElsewhere(product, clock, phone, { userAgent: FIREFOX });
  const safari = await signInElsewhere(product, clock, phone, { userAgent: SAFARI });
  return { first, firefox, safari };
};

const sessionsOf = async (client: Client) => (await client.must('sessions')).sessions;
const currentOf = async (client: Client) => {
  const current = (await sessionsOf(client)).find((session) => session.current);
  if (current === undefined) throw new Error('The list does not hold the session that asked');
  return current;
};
const isRefused = async (client: Client): Promise<boolean> => {
  const query = await client.call('me', { headers: { 'x-min-position': '' } });
  const command = await client.call('checkIn');
  return query.status === 401 && command.status === 401;
};

describe('the sessions of a person', () => {
  it('the sessions of a person are listed with their devices, the current one first (SAFE-09)', async () => {
    const { first, firefox, safari } = await threeBrowsers();
    const listed = await sessionsOf(firefox);
    expect(listed.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on Linux', true],
      ['Safari on iPhone', false],
      ['', false],
    ]);
    for (const session of listed) {
      expect(Object.keys(session).sort()).toEqual(['createdAt', 'current', 'device', 'id', 'lastUsedAt']);
      expect(session.lastUsedAt).toBe(session.createdAt);
    }
    expect(new Set(listed.map(({ id }) => id)).size).toBe(3);
    expect([first.token, firefox.token, safari.token]).not.toContain(listed[0]?.id);
  });

  it('the sessions of a person show their last use to within an hour, whatever happens (SAFE-09)', async () => {
    const person = await signUp(product);
    const { createdAt } = await currentOf(person);
    await person.must('checkIn');
    expect((await currentOf(person)).lastUsedAt).toBe(createdAt);
    clock.moveOn(HOUR);
    const uses = async () => (await storedEvents()).filter(({ type }) => type === 'SessionUsed').length;
    const before = await uses();
    for (let n = 0; n < 5; n++) await person.must('checkIn');
    expect(await uses()).toBe(before + 1);
    await until(async () => Date.parse((await currentOf(person)).lastUsedAt) - Date.parse(createdAt) >= HOUR);
  });

  it('the sessions of a person have their device stored encrypted (SAFE-01, SAFE-09)', async () => {
    await threeBrowsers();
    const stored = (await storedEvents()).filter(({ type }) => type === 'SessionStarted');
    expect(stored.length).toBeGreaterThanOrEqual(3);
    expect(stored.map(({ data }) => data).join()).not.toMatch(/Firefox|Safari|iPhone/);
  });
});

describe('ending a session', () => {
  it('a session can be ended from another browser at once, over HTTP and its socket (SAFE-09)', async () => {
    const { first, firefox, safari } = await threeBrowsers();
    const socket = await connect(product, safari.token);
    const ended = endOf(socket);
    const { id } = await currentOf(safari);
    await first.must('endSession', { params: { id } });
    expect((await safari.call('checkIn')).status).toBe(401);
    expect(await ended).toEqual({ reason: 'revoked' });
    await until(() => isRefused(safari));
    expect((await sessionsOf(first)).map((session) => session.id)).not.toContain(id);
    expect((await firefox.call('checkIn')).status).toBe(200);
  });

  it('ending all other sessions spares the current one (SAFE-09)', async () => {
    const { first, firefox, safari } = await threeBrowsers();
    const sockets = [await connect(product, first.token), await connect(product, firefox.token)] as const;
    const ended = endOf(sockets[0]);
    await firefox.must('endOtherSessions');
    for (const other of [first, safari]) expect((await other.call('checkIn')).status).toBe(401);
    expect(await ended).toEqual({ reason: 'revoked' });
    expect((await sessionsOf(firefox)).map(({ current }) => current)).toEqual([true]);
    expect(sockets[1].connected).toBe(true);
    sockets[1].close();
  });

  it('ending a session is refused for that of another person, or an unknown one (SAFE-09, SAFE-02)', async () => {
    const [person, other] = [await signUp(product), await signUp(product)];
    const { id } = await currentOf(other);
    for (const named of [id, 'x'.repeat(43), '../users', 'x']) {
      const refused = await person.call('endSession', { params: { id: named } });
      expect([refused.status, refused.error]).toEqual([404, 'This session has already ended']);
    }
    expect((await other.call('checkIn')).status).toBe(200);
  });

  it('ending a session is reported to the other browsers, so that their lists stay correct (SAFE-09)', async () => {
    const { first, firefox, safari } = await threeBrowsers();
    const socket = await connect(product, first.token);
    const told = new Promise((resolve) => socket.once('sessionsUpdated', resolve));
    await firefox.must('endSession', { params: { id: (await currentOf(safari)).id } });
    expect(await told).toEqual({ userId: first.userId });
    socket.close();
  });
});

describe('the token of a session', () => {
  const signInWith = async (key: string, phoneNumber: string) => {
    clock.moveOn(COOLDOWN);
    const client = new Client(product);
    await client.must('login', { body: { phoneNumber } });
    const body = { phoneNumber, verificationCode: await lastCode(product, phoneNumber) };
    const signIn = () => client.call('verifyLogin', { body, headers: { 'idempotency-key': key } });
    return { signIn, first: await signIn() };
  };

  it('the token of a session cannot be derived from what the log and the master key contain (SAFE-09)', async () => {
    const phone = freshPhone();
    const person = await signUp(product, { phone });
    const { first } = await signInWith(randomUUID(), phone);
    const live = new Set([person.token, (first.body as { token: string }).token]);
    const seeds = (await storedEvents()).flatMap(({ id, data, metadata }) => {
      const { commandId } = JSON.parse(metadata) as { commandId: string };
      return [id, commandId, `${person.userId} ${commandId}`, ...Object.values(JSON.parse(data) as object).map(String)];
    });
    const secrets = derivedSecrets(product.dataDir, MASTER_KEY, ['session-token']);
    expect(secrets).toHaveLength(2);
    const derived = secrets.flatMap((key) =>
      seeds.map((seed) => createHmac('sha256', key).update(seed).digest('base64url')),
    );
    expect([...derived, ...seeds].filter((text) => live.has(text))).toEqual([]);
  });

  it('the token of a session is returned to a caller who repeats the sign-in, even by the next process (SAFE-09, CQRS-01)', async () => {
    const phone = freshPhone();
    await signUp(product, { phone });
    const { first, signIn } = await signInWith(randomUUID(), phone);
    await product.restart();
    expect((await signIn()).body).toEqual(first.body);
  });

  it('the token of a session is not sealed with a guessable key (SAFE-09)', async () => {
    const phone = freshPhone();
    await signUp(product, { phone });
    const { first, signIn } = await signInWith('1', phone);
    expect(first.status).toBe(200);
    await product.restart();
    const again = await signIn();
    expect([again.status, again.error]).toEqual([400, 'This code has expired. Please request a new one.']);
  });
});
