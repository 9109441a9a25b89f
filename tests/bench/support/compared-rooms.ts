import { median } from '../measure.ts';
import { messageSender } from './message-sender.ts';
import { makeTeam } from './people.ts';
import { connectMany, listenOn, usageOf } from './room.ts';
import { atRate, type Room, type Sample } from './steady-rate.ts';
import { ThreadStops } from './thread-stops.ts';

export const CLIENTS = 100;
/** Messages per second. */
const RATES = [10, 50, 100];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Seconds at each rate. */
export const DURATION = Number(process.env.BENCH_SECONDS ?? 10);
/** Seconds of warm-up at 100 messages per second, in which V8 compiles hot code. */
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 3 * DURATION);

/** A group of the product, which five people have open in 20 browsers each. */
export const productRoom = async (origin: string, stops = new ThreadStops()): Promise<Room> => {
  const team = await makeTeam({ origin }, 4);
  const sockets = await connectMany(CLIENTS, origin, team.tokens, 'ready');
  return {
    clients: CLIENTS,
    listen: listenOn(sockets),
    usage: () => usageOf(origin, stops.note),
    send: messageSender(origin, team),
  };
};

type Take = (rate: number, first: readonly Sample[], second: readonly Sample[]) => void;

/** Measures two rooms at each rate. Rounds alternate, so that other load on the machine affects both. */
export const alternately = async (first: Room, second: Room, take: Take, rates = RATES): Promise<void> => {
  for (const room of [first, second]) await atRate(room, 100, WARM_UP);
  for (const rate of rates) {
    const ofFirst: Sample[] = [];
    const ofSecond: Sample[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ofFirst.push(await atRate(first, rate, DURATION));
      ofSecond.push(await atRate(second, rate, DURATION));
    }
    take(rate, ofFirst, ofSecond);
  }
};

export const medianOf = (samples: readonly Sample[], kind: keyof Sample): number =>
  median(samples.map((sample) => sample[kind]));
