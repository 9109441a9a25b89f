import { join } from 'node:path';
import type { Socket } from 'socket.io-client';
import { type Measurement, median } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { messageSender } from './support/message-sender.ts';
import { makeTeam, type Team } from './support/people.ts';
import { baselineProcess, type Process, productProcess } from './support/product-process.ts';
import { connect, connectMany, quantile } from './support/room.ts';

const SOCKETS = 200;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const MESSAGES = 60;
/** Milliseconds between messages, so that deliveries are measured and not a queue. */
const PAUSE = 40;
const TEXT = 'Shall we meet at the library on Thursday? I will bring the notes.';

/** Milliseconds from sending to receipt, for every message on every socket, in ascending order. */
const latencies = async (sockets: readonly Socket[], send: (content: string) => unknown): Promise<number[]> => {
  const found: number[] = [];
  for (let number = 0; number < MESSAGES; number++) {
    const content = `${number} ${TEXT}`;
    const began = performance.now();
    const received = sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const take = (message: { content: string }) => {
            if (message.content !== content) return;
            found.push(performance.now() - began);
            socket.off('newMessage', take);
            resolve();
          };
          socket.on('newMessage', take);
        }),
    );
    await Promise.all([send(content), ...received]);
    // biome-ignore lint/plugin: messages are sent at a steady rate
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return found.sort((a, b) => a - b);
};

const relayed = async (relay: Process): Promise<number[]> => {
  const sockets = await connectMany(SOCKETS, relay.origin, [], 'connect');
  const sender = await connect(relay.origin, undefined, 'connect');
  try {
    // About the size of a message of the product.
    return await latencies(sockets, (content) => sender.emit('send', { content, padding: 'x'.repeat(400) }));
  } finally {
    for (const socket of [...sockets, sender]) socket.close();
  }
};

const delivered = async (product: Process, team: Team): Promise<number[]> => {
  const sockets = await connectMany(SOCKETS, product.origin, team.tokens, 'ready');
  try {
    return await latencies(sockets, messageSender(product.origin, team));
  } finally {
    for (const socket of sockets) socket.close();
  }
};

const measured = (what: string, baselines: readonly number[], ours: readonly number[], most: number): Measurement => {
  const ratio = median(ours) / median(baselines);
  return {
    what,
    against: 'bare Socket.IO relaying the same message to the same sockets, nothing stored',
    baseline: median(baselines),
    ours: median(ours),
    unit: 'ms',
    ratio,
    reach: `≤ ${most} ×`,
    reached: ratio <= most,
  };
};

export const run = (): Promise<Measurement[]> =>
  inFolder(async (folder) => {
    const [product, relay] = await Promise.all([
      productProcess(join(folder, 'data')),
      baselineProcess('bare-relay.ts'),
    ]);
    const middle = { baselines: [] as number[], ours: [] as number[] };
    const tail = { baselines: [] as number[], ours: [] as number[] };
    try {
      const team = await makeTeam(product, 4);
      // Warm up both before the measurement.
      await relayed(relay);
      await delivered(product, team);
      for (let round = 0; round < ROUNDS; round++) {
        const bare = await relayed(relay);
        const full = await delivered(product, team);
        middle.baselines.push(quantile(bare, 0.5));
        middle.ours.push(quantile(full, 0.5));
        tail.baselines.push(quantile(bare, 0.99));
        tail.ours.push(quantile(full, 0.99));
      }
    } finally {
      await Promise.all([product.stop(), relay.stop()]);
    }
    return [
      measured(`send → received on ${SOCKETS} sockets of one group, p50`, middle.baselines, middle.ours, 2.5),
      measured(`send → received on ${SOCKETS} sockets of one group, p99`, tail.baselines, tail.ours, 3),
    ];
  });
