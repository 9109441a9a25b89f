import { createECDH, randomBytes } from 'node:crypto';
import { type PlainService, startPlainService } from '@quorum/infra/adapters/push/testing/plain-service.ts';
import type { PushSender } from '@quorum/service-kit/ports/push-sender.ts';
import { type Client, createGroup, joinGroup, type Product, signUp, startProduct } from '../support/product.ts';
import { type Measurement, median } from './measure.ts';
import { inParallel } from './support/in-parallel.ts';

const PUSHES = 1000;
const AT_ONCE = 64;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 1000);
const MESSAGES = 1000;

const browserTarget = (name: string) => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    endpoint: `https://push.example.com/send/${name}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const pushes = async ({ push, post }: PlainService): Promise<Measurement> => {
  const payload = JSON.stringify({ title: 'Maya Okafor · Book club', body: 'Shall we meet at seven?'.repeat(5) });
  const targets = Array.from({ length: PUSHES }, (_, at) => browserTarget(String(at)));
  // With the salt and the tag of the encryption.
  const body = randomBytes(payload.length + 103);
  const ours = () =>
    inParallel(targets, (target) => push.send({ target, payload, ttl: 60, topic: 'topic', isUrgent: false }), AT_ONCE);
  const baseline = () => inParallel(targets, ({ endpoint }) => post(endpoint, body), AT_ONCE);
  const times: Record<'ours' | 'baseline', number[]> = { ours: [], baseline: [] };
  await baseline();
  await ours();
  for (let round = 0; round < ROUNDS; round += 1) {
    times.baseline.push(await timed(baseline));
    times.ours.push(await timed(ours));
  }
  const figures = { ours: median(times.ours), baseline: median(times.baseline) };
  const ratio = figures.ours / figures.baseline;
  const what = `${PUSHES} pushes, ${AT_ONCE} at a time`;
  return {
    what,
    against: 'bare requests with equal bodies',
    ...figures,
    unit: 'ms',
    ratio,
    reach: '≤ 4',
    reached: ratio <= 4,
  };
};

type Crowd = { readonly groupId: string; readonly writer: Client };

const crowd = async (product: Product, areSubscribed: boolean): Promise<Crowd> => {
  const writer = await signUp(product);
  const { group, inviteCode } = await createGroup(writer);
  await inParallel(
    Array.from({ length: SUBSCRIBERS }, (_, at) => at),
    async (at) => {
      const guest = await signUp(product);
      await joinGroup(guest, inviteCode);
      const { endpoint, ...keys } = browserTarget(String(at));
      if (areSubscribed) await guest.must('subscribeToPush', { body: { endpoint, keys, timeZone: 'UTC' } });
    },
  );
  return { groupId: group._id, writer };
};

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

const messages = async (push: PushSender): Promise<Measurement[]> => {
  const product = await startProduct({}, undefined, (engines) => ({ ...engines, push }));
  try {
    const [without, subscribed] = [await crowd(product, false), await crowd(product, true)];
    const times: Record<'ours' | 'baseline', number[]> = { ours: [], baseline: [] };
    const say = ({ groupId, writer }: Crowd) =>
      timed(() => writer.must('sendMessage', { body: { groupId, content: 'Shall we meet at seven?' } }));
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      times.baseline.push(await say(without));
      times.ours.push(await say(subscribed));
    }
    return [0.5, 0.99].map((part) => {
      const figures = { ours: percentile(times.ours, part), baseline: percentile(times.baseline, part) };
      const ratio = figures.ours / figures.baseline;
      const what = `SendMessage to ${SUBSCRIBERS} people whose browsers take pushes, p${part * 100}`;
      return {
        what,
        against: 'to people without',
        ...figures,
        unit: 'ms',
        ratio,
        reach: '≤ 1.1',
        reached: ratio <= 1.1,
      };
    });
  } finally {
    await product.stop();
  }
};

/** The cost of alerts. Filling the groups takes a minute. */
export const run = async (): Promise<Measurement[]> => {
  const service = await startPlainService();
  try {
    return [await pushes(service), ...(await messages(service.push))];
  } finally {
    await service.stop();
  }
};
