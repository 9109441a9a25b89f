import { quantile, type Usage } from './room.ts';

/** A room on a server, and its listening clients. */
export type Room = {
  readonly clients: number;
  readonly send: (content: string) => unknown;
  /** Calls `take` with every message at every client. @returns a function that stops it */
  readonly listen: (take: (content: string) => void) => () => void;
  readonly usage: () => Promise<Usage>;
};

export type Sample = {
  /** Milliseconds from sending to receipt. */
  readonly p50: number;
  readonly p99: number;
  /** Processor seconds of the server for 1,000 deliveries. */
  readonly cpu: number;
};

/** 60 bytes that start with the number of the message. */
const contentOf = (number: number): string =>
  `${number} Shall we meet at the library on Thursday? Bring notes`.padEnd(60, '.');

/** Milliseconds after the last message until everybody must have everything. */
const PATIENCE = 60_000;

/** Counts receipts; resolves to whether all arrived in time. */
const receipts = (wanted: number) => {
  let came = 0;
  let allCame = (_: boolean): void => {};
  const complete = new Promise<boolean>((resolve) => {
    allCame = resolve;
  });
  return {
    note: (): void => {
      came += 1;
      if (came === wanted) allCame(true);
    },
    complete: (): Promise<boolean> => {
      const late = setTimeout(() => allCame(false), PATIENCE);
      return complete.finally(() => clearTimeout(late));
    },
  };
};

/** Messages are missing a minute after the last one was sent. */
export class MissingMessages extends Error {}

/**
 * Sends at a steady rate of messages per second, no matter how long answers take.
 * @throws MissingMessages
 */
export const atRate = async (room: Room, rate: number, seconds: number): Promise<Sample> => {
  const count = Math.round(rate * seconds);
  const sentAt: number[] = [];
  const latencies: number[] = [];
  const { note, complete } = receipts(count * room.clients);
  const unlisten = room.listen((content) => {
    latencies.push(performance.now() - (sentAt[Number.parseInt(content, 10)] ?? Number.NaN));
    note();
  });
  const before = await room.usage();
  const began = performance.now();
  for (let number = 0; number < count; number++) {
    const due = began + (number * 1_000) / rate;
    const wait = due - performance.now();
    // biome-ignore lint/plugin: messages are sent at a steady rate
    if (wait > 0) await new Promise((later) => setTimeout(later, wait));
    sentAt.push(performance.now());
    room.send(contentOf(number));
  }
  const isComplete = await complete();
  const after = await room.usage();
  unlisten();
  if (!isComplete) throw new MissingMessages(`${latencies.length} of ${count * room.clients} messages came`);
  latencies.sort((a, b) => a - b);
  return {
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: (after.cpuSeconds - before.cpuSeconds) / (latencies.length / 1_000),
  };
};
