import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, median } from '../measure.ts';
import { alternately, answering, ask, CALLS, elapsed, measured, plan, sending, together } from './gather-calls.ts';
import { messageSender } from './message-sender.ts';
import { paced } from './paced.ts';
import { makeTeam, type Team } from './people.ts';
import { type Process, productProcess } from './product-process.ts';
import { connectMany, listenOn, usageOf } from './room.ts';
import { atRate, type Room } from './steady-rate.ts';

/** Seconds. */
const ROOM_FOR = Number(process.env.BENCH_SECONDS ?? 4);
/** Fewer than there are members, so that every answer is about a seat or the line. */
const SEATS = 10;
/** Browsers in the room, messages and answers a second. */
const [CLIENTS, RATE] = [100, 20];

export const answersAgainstMessages = async ({ origin }: Process, team: Team): Promise<Measurement> => {
  const eventId = await plan(origin, team);
  const pair = await alternately(
    async () => median(await together(origin, team, sending(team.groupId))),
    async () => median(await together(origin, team, answering(eventId))),
  );
  const named = {
    what: `PUT …/rsvp, ${team.tokens.length} at a time, p50`,
    against: 'SendMessage',
    unit: 'ms',
    most: 1.3,
  };
  return measured(named, pair);
};

export const seatsAgainstNone = async ({ origin }: Process, team: Team): Promise<Measurement> => {
  const [free, limited] = [await plan(origin, team), await plan(origin, team, { seats: SEATS })];
  const pair = await alternately(
    () => elapsed(() => together(origin, team, answering(free))),
    () => elapsed(() => together(origin, team, answering(limited))),
  );
  const what = `${CALLS} answers of ${team.tokens.length} members for ${SEATS} seats`;
  return measured({ what, against: 'without a limit', unit: 'ms', most: 1.5 }, pair);
};

/** Bytes of all files of a stopped product. */
const bytesIn = (dataDir: string): number =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(dataDir, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

const grownBy = async (dataDir: string, work: (product: Process) => Promise<unknown>): Promise<number> => {
  const before = bytesIn(dataDir);
  const product = await productProcess(dataDir);
  await work(product);
  await product.stop();
  return bytesIn(dataDir) - before;
};

/** Both after some of each, so that tables and their first pages exist. */
export const diskOfAnswers = async (dataDir: string, team: Team, eventId: string): Promise<Measurement> => {
  const messages = (product: Process) => together(product.origin, team, sending(team.groupId));
  const answers = (product: Process) => together(product.origin, team, answering(eventId));
  const baseline = await grownBy(dataDir, messages);
  const ours = await grownBy(dataDir, answers);
  const named = { what: `disk for ${CALLS} answers`, against: 'messages of 160 characters', unit: 'bytes', most: 0.8 };
  return measured(named, { baseline: [baseline], ours: [ours] });
};

/** p99 of messages on every browser in a room, while answers to an event come in and while none do. */
export const roomWhileAnswering = async ({ origin }: Process): Promise<Measurement> => {
  const team = await makeTeam({ origin }, RATE);
  const eventId = await plan(origin, team);
  const sockets = await connectMany(CLIENTS, origin, team.tokens, 'ready');
  const room: Room = {
    clients: CLIENTS,
    listen: listenOn(sockets),
    usage: () => usageOf(origin),
    send: messageSender(origin, team),
  };
  const quiet = async (): Promise<number> => (await atRate(room, RATE, ROOM_FOR)).p99;
  const change = answering(eventId);
  const busy = async (): Promise<number> => {
    const ended = new AbortController();
    const answers = paced('answers', RATE, ended.signal, (number) => {
      const member = number % team.tokens.length;
      return ask(origin, team.tokens[member], change(member, Math.floor(number / team.tokens.length)));
    });
    const p99 = await quiet();
    ended.abort();
    await answers.settled();
    if (answers.failures > 0) throw new Error(`${answers.failures} answers failed`);
    return p99;
  };
  const pair = await alternately(quiet, busy);
  for (const socket of sockets) socket.close();
  const what = `p99 of messages in a room of ${CLIENTS} while ${RATE} answers a second come in`;
  return measured({ what, against: 'the same room without', unit: 'ms', most: 2 }, pair);
};
