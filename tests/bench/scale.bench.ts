import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { messageStream } from '@quorum/domain/message/events.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite-event-log.ts';
import { loadMasterKey } from '@quorum/infra/adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { type Measurement, median } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { makeTeam, type Team } from './support/people.ts';
import { productProcess } from './support/product-process.ts';

const SMALL = 10_000;
const LARGE = Number(process.env.BENCH_SCALE_EVENTS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const COMMANDS = 200;
const AT_ONCE = 1000;
const MOST_SECONDS = 3;
const MOST_RATIO = 1.2;

/** Fills a log up to a number of events, with chat in one group; the process has to be stopped. */
const fillUp = async (dataDir: string, { owner, groupId }: Team, upTo: number): Promise<void> => {
  const log = await SqliteEventLog.open({ folder: join(dataDir, 'events') });
  const { key: masterKey } = loadMasterKey({}, dataDir);
  const keys = new CachingKeyStore(await SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey }));
  const store = new EncryptingEventStore({ log, keys, ids: systemIds });
  const metadata = { actor: owner.userId, commandId: 'bench', correlationId: 'bench', causationId: 'bench' };
  const post = () => {
    const messageId = randomUUID();
    const data = {
      messageId,
      groupId,
      senderId: owner.userId,
      kind: 'text' as const,
      text: 'An old message',
      replyTo: null,
      file: null,
      fileName: null,
    };
    return store.append(messageStream(messageId), [{ type: 'MessagePosted', data }], 'none', metadata);
  };
  for (let there = log.between('', await log.head()).count; there < upTo; there += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, upTo - there) }, post));
  }
  await log.close();
  await keys.close();
};

type Prepared = { readonly dataDir: string; readonly team: Team };

/** A data folder whose read models are up to date with a log of this size. */
const prepare = async (dataDir: string, events: number): Promise<Prepared> => {
  const first = await productProcess(dataDir);
  const team = await makeTeam(first);
  await first.stop();
  await fillUp(dataDir, team, events);
  await (await productProcess(dataDir)).stop();
  return { dataDir, team };
};

const secondsToReady = async (dataDir: string): Promise<number> => {
  const began = performance.now();
  const product = await productProcess(dataDir);
  const seconds = (performance.now() - began) / 1000;
  await product.stop();
  return seconds;
};

/** Median milliseconds of a command, one at a time. */
const commandLatency = async ({ dataDir, team }: Prepared): Promise<number> => {
  const product = await productProcess(dataDir);
  const times: number[] = [];
  try {
    for (let number = 0; number < COMMANDS * 2; number++) {
      const began = performance.now();
      const response = await fetch(`${product.origin}/api/messages/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${team.owner.token}` },
        body: JSON.stringify({ groupId: team.groupId, content: `Message ${number}` }),
      });
      await response.text();
      if (!response.ok) throw new Error(`Sending answered ${response.status}`);
      // The first half warms up.
      if (number >= COMMANDS) times.push(performance.now() - began);
    }
  } finally {
    await product.stop();
  }
  return median(times);
};

export const run = (): Promise<Measurement[]> =>
  inFolder(async (folder) => {
    const small = await prepare(join(folder, 'small'), SMALL);
    const large = await prepare(join(folder, 'large'), LARGE);
    const starts: number[] = [];
    const emptyStarts: number[] = [];
    const smallLatencies: number[] = [];
    const largeLatencies: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      emptyStarts.push(await secondsToReady(small.dataDir));
      starts.push(await secondsToReady(large.dataDir));
      smallLatencies.push(await commandLatency(small));
      largeLatencies.push(await commandLatency(large));
    }
    const ratio = median(largeLatencies) / median(smallLatencies);
    return [
      {
        what: `start to ready with ${LARGE.toLocaleString('en-US')} events in the log`,
        against: `the same with ${SMALL.toLocaleString('en-US')} events`,
        baseline: median(emptyStarts),
        ours: median(starts),
        unit: 's',
        ratio: median(starts) / median(emptyStarts),
        reach: `≤ ${MOST_SECONDS} s`,
        reached: median(starts) <= MOST_SECONDS,
      },
      {
        what: `command latency with ${LARGE.toLocaleString('en-US')} events in the log`,
        against: `the same with ${SMALL.toLocaleString('en-US')} events`,
        baseline: median(smallLatencies),
        ours: median(largeLatencies),
        unit: 'ms',
        ratio,
        reach: `≤ ${MOST_RATIO} ×`,
        reached: ratio <= MOST_RATIO,
      },
    ];
  });
