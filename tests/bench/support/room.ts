import { io, type Socket } from 'socket.io-client';

/** Processor time and memory of a server so far. */
export type Usage = { readonly cpuSeconds: number; readonly memoryBytes: number };

const figure = (metrics: string, name: string): number => {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1];
  if (value === undefined) throw new Error(`The metrics have no ${name}`);
  return Number(value);
};

/** A server's own metrics, in the format of Prometheus. */
const metricsOf = async (origin: string): Promise<string> => (await fetch(`${origin}/metrics`)).text();

/** @param onMetrics sees the metrics that were read: some are reset by every reading. */
export const usageOf = async (origin: string, onMetrics = (_: string): void => {}): Promise<Usage> => {
  const metrics = await metricsOf(origin);
  onMetrics(metrics);
  return {
    cpuSeconds: figure(metrics, 'process_cpu_seconds_total'),
    memoryBytes: figure(metrics, 'process_resident_memory_bytes'),
  };
};

/** Resolves when the server has greeted the socket with the named frame. */
export const connect = (origin: string, token: string | undefined, greeting: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
    socket.once(greeting, () => resolve(socket));
    socket.once('connect_error', reject);
  });

/** Calls `take` with the text of every new message on every socket. @returns a function that stops it */
export const listenOn =
  (sockets: readonly Socket[]) =>
  (take: (content: string) => void): (() => void) => {
    const hear = ({ content }: { readonly content: string }): void => take(content);
    for (const socket of sockets) socket.on('newMessage', hear);
    return () => {
      for (const socket of sockets) socket.off('newMessage', hear);
    };
  };

/** Opens sockets, and shares them among the people of these tokens. */
export const connectMany = (
  count: number,
  origin: string,
  tokens: readonly (string | undefined)[],
  greeting: string,
): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => connect(origin, tokens[place % tokens.length], greeting)));

/** The quantile of ascending values. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
