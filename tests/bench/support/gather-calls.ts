import { type Measurement, median } from '../measure.ts';
import type { Team } from './people.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Answers, or messages, in one round. */
export const CALLS = Number(process.env.BENCH_GATHER_CALLS ?? 1_000);
export const DAY_MS = 86_400_000;

export type Call = { readonly method: string; readonly path: string; readonly body?: object };

export const ask = async (origin: string, token: string | undefined, { method, path, body }: Call): Promise<string> => {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`);
  return text;
};

export const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export const plan = async (origin: string, { owner, groupId }: Team, more: object = {}): Promise<string> => {
  const body = { name: 'Dinner', date: dayIn(3), time: '19:00', timeZone: 'UTC', groupId, ...more };
  const { event } = JSON.parse(await ask(origin, owner.token, { method: 'POST', path: '/api/events', body }));
  return event._id;
};

/** Every member calls again and again, all at a time. @returns milliseconds of each call */
export const together = async (origin: string, { tokens }: Team, call: (member: number, turn: number) => Call) => {
  const took: number[] = [];
  const turns = Math.ceil(CALLS / tokens.length);
  await Promise.all(
    tokens.map(async (token, member) => {
      for (let turn = 0; turn < turns; turn++) {
        const start = performance.now();
        await ask(origin, token, call(member, turn));
        took.push(performance.now() - start);
      }
    }),
  );
  return took;
};

/** Each member changes their answer with every call. */
export const answering =
  (eventId: string) =>
  (member: number, turn: number): Call => ({
    method: 'PUT',
    path: `/api/events/${eventId}/rsvp`,
    body: { answer: (member + turn) % 2 === 0 ? 'going' : 'cant' },
  });

export const sending =
  (groupId: string) =>
  (member: number, turn: number): Call => ({
    method: 'POST',
    path: '/api/messages/send',
    body: { groupId, content: `${member} ${turn} Shall we meet at the library on Thursday?`.padEnd(160, '.') },
  });

type Pair = { readonly baseline: readonly number[]; readonly ours: readonly number[] };

/** Alternates, so that other load on the machine affects both. */
export const alternately = async (baseline: () => Promise<number>, ours: () => Promise<number>): Promise<Pair> => {
  const [bases, own]: [number[], number[]] = [[], []];
  // Warm up both before the measurement.
  await baseline();
  await ours();
  for (let round = 0; round < ROUNDS; round++) {
    bases.push(await baseline());
    own.push(await ours());
  }
  return { baseline: bases, ours: own };
};

type Named = Pick<Measurement, 'what' | 'against' | 'unit'> & { readonly most: number };

export const measured = ({ most, ...named }: Named, pair: Pair): Measurement => {
  const [baseline, ours] = [median(pair.baseline), median(pair.ours)];
  const ratio = ours / baseline;
  return { ...named, baseline, ours, ratio, reach: `≤ ${most}`, reached: ratio <= most };
};

export const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
