import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { createGroup } from '../support/product.ts';
import { type Measurement, median } from './measure.ts';
import { openFiller } from './support/fill-log.ts';
import { inFolder } from './support/in-folder.ts';
import { makeTeam, type Team } from './support/people.ts';
import { type Process, productProcess } from './support/product-process.ts';

const MEMBERS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Answers, or messages, in one round. */
const CALLS = Number(process.env.BENCH_GATHER_CALLS ?? 1_000);
const EVENTS = Number(process.env.BENCH_GATHER_EVENTS ?? 20_000);
const SERIES = 200;
/** Members who vote in one poll. */
const BOARD = 50;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Call = { readonly method: string; readonly path: string; readonly body?: object };

const ask = async (origin: string, token: string | undefined, { method, path, body }: Call): Promise<string> => {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`);
  return text;
};

const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const plan = async (origin: string, { owner, groupId }: Team, more: object = {}): Promise<string> => {
  const body = { name: 'Dinner', date: dayIn(3), time: '19:00', timeZone: 'UTC', groupId, ...more };
  const { event } = JSON.parse(await ask(origin, owner.token, { method: 'POST', path: '/api/events', body }));
  return event._id;
};

/** Every member calls again and again, all at a time. @returns milliseconds of each call */
const together = async (origin: string, { tokens }: Team, call: (member: number, turn: number) => Call) => {
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
const answering =
  (eventId: string) =>
  (member: number, turn: number): Call => ({
    method: 'PUT',
    path: `/api/events/${eventId}/rsvp`,
    body: { answer: (member + turn) % 2 === 0 ? 'going' : 'cant' },
  });

const sending =
  (groupId: string) =>
  (member: number, turn: number): Call => ({
    method: 'POST',
    path: '/api/messages/send',
    body: { groupId, content: `${member} ${turn} Shall we meet at the library on Thursday?`.padEnd(160, '.') },
  });

type Pair = { readonly baseline: readonly number[]; readonly ours: readonly number[] };

/** Alternates, so that other load on the machine affects both. */
const alternately = async (baseline: () => Promise<number>, ours: () => Promise<number>): Promise<Pair> => {
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

const measured = ({ most, ...named }: Named, pair: Pair): Measurement => {
  const [baseline, ours] = [median(pair.baseline), median(pair.ours)];
  const ratio = ours / baseline;
  return { ...named, baseline, ours, ratio, reach: `≤ ${most}`, reached: ratio <= most };
};

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const answersAgainstMessages = async ({ origin }: Process, team: Team): Promise<Measurement> => {
  const eventId = await plan(origin, team);
  const pair = await alternately(
    async () => median(await together(origin, team, sending(team.groupId))),
    async () => median(await together(origin, team, answering(eventId))),
  );
  const named = { what: `PUT …/rsvp, ${MEMBERS} at a time, p50`, against: 'SendMessage', unit: 'ms', most: 1.3 };
  return measured(named, pair);
};

const seatsAgainstNone = async ({ origin }: Process, team: Team): Promise<Measurement> => {
  const [free, limited] = [await plan(origin, team), await plan(origin, team, { seats: 10 })];
  const pair = await alternately(
    () => elapsed(() => together(origin, team, answering(free))),
    () => elapsed(() => together(origin, team, answering(limited))),
  );
  const what = `${CALLS} answers of ${MEMBERS + 1} members for 10 seats`;
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
const diskOfAnswers = async (dataDir: string, team: Team, eventId: string): Promise<Measurement> => {
  const messages = (product: Process) => together(product.origin, team, sending(team.groupId));
  const answers = (product: Process) => together(product.origin, team, answering(eventId));
  const baseline = await grownBy(dataDir, messages);
  const ours = await grownBy(dataDir, answers);
  const named = { what: `disk for ${CALLS} answers`, against: 'messages of 160 characters', unit: 'bytes', most: 0.8 };
  return measured(named, { baseline: [baseline], ours: [ours] });
};

const monthOf = (groupId: string): Call => ({
  method: 'GET',
  path: `/api/events?groupId=${groupId}&startDate=${dayIn(28)}&endDate=${dayIn(56)}&timeZone=UTC&limit=1000`,
});

const monthOfSeries = async ({ origin }: Process, team: Team, single: string): Promise<Measurement> => {
  const read = (groupId: string) => () => elapsed(() => ask(origin, team.owner.token, monthOf(groupId)));
  const pair = await alternately(read(single), read(team.groupId));
  const what = `a month of a group with ${SERIES} weekly series`;
  return measured({ what, against: 'the same rows as single events', unit: 'ms', most: 1.5 }, pair);
};

const conflictsOfSeries = async ({ origin }: Process, { owner }: Team): Promise<Measurement> => {
  const at = { date: dayIn(10), time: '12:00', timeZone: 'UTC', duration: 60 };
  const check = (more: object) => () =>
    elapsed(() =>
      ask(origin, owner.token, { method: 'POST', path: '/api/events/check-conflicts', body: { ...at, ...more } }),
    );
  const pair = await alternately(check({}), check({ repeats: { unit: 'week' } }));
  const what = `conflict check of 53 dates among ${EVENTS.toLocaleString('en-US')} events`;
  return measured({ what, against: 'of one event', unit: 'ms', most: 4 }, pair);
};

const FEED_EVENTS = 1_000;
const FEED_SERIES = 50;

/** A group's calendar as other programs read it, and as the browser does. */
const feedAgainstJson = async ({ origin }: Process, { owner }: Team, groupId: string): Promise<Measurement[]> => {
  const post: Call = { method: 'POST', path: '/api/calendar-feeds', body: { groupId } };
  const { url } = JSON.parse(await ask(origin, owner.token, post));
  const address = `${origin}${new URL(url).pathname}`;
  const query = new URLSearchParams({ groupId, startDate: dayIn(-90), endDate: dayIn(730), timeZone: 'UTC' });
  const json: Call = { method: 'GET', path: `/api/events?${query.toString()}&limit=1000&series=compact` };
  const fetched = async (headers: Record<string, string> = {}): Promise<string> => {
    const answer = await fetch(address, { headers });
    await answer.text();
    return answer.headers.get('etag') ?? '';
  };
  const asJson = () => elapsed(() => ask(origin, owner.token, json));
  const whole = await alternately(asJson, () => elapsed(() => fetched()));
  const tag = await fetched();
  const again = await alternately(asJson, () => elapsed(() => fetched({ 'if-none-match': tag })));
  const what = `a feed of ${FEED_EVENTS} events and ${FEED_SERIES} series`;
  const against = 'the JSON of the same range';
  return [
    measured({ what, against, unit: 'ms', most: 2 }, whole),
    measured({ what: `${what}, unchanged`, against, unit: 'ms', most: 0.1 }, again),
  ];
};

/** Twenty times, on all of which everybody has voted. */
const fullPoll = async (origin: string, { owner, groupId, tokens }: Team): Promise<PollView> => {
  const options = Array.from({ length: limits.pollOptions }, (_, day) => ({ date: dayIn(10 + day), time: '19:00' }));
  const body = { groupId, name: 'Dinner', duration: 60, timeZone: 'UTC', options };
  const { poll }: { poll: PollView } = JSON.parse(
    await ask(origin, owner.token, { method: 'POST', path: '/api/polls', body }),
  );
  const all = Object.fromEntries(poll.options.map(({ id }, at) => [id, at % 2 === 0 ? 'yes' : 'no']));
  for (const token of tokens)
    await ask(origin, token, { method: 'PUT', path: `/api/polls/${poll._id}/votes`, body: { votes: all } });
  return poll;
};

const board = async ({ origin }: Process): Promise<readonly Measurement[]> => {
  const team = await makeTeam({ origin }, BOARD - 1);
  const [eventId, { _id, options }] = [await plan(origin, team), await fullPoll(origin, team)];
  await together(origin, team, sending(team.groupId));
  const get = (path: string) => ask(origin, team.owner.token, { method: 'GET', path });
  const size = `a board of ${BOARD} members and ${limits.pollOptions} times`;
  const shown = await alternately(
    () => elapsed(() => get(`/api/messages/group/${team.groupId}?limit=50`)),
    () => elapsed(() => Promise.all([get(`/api/polls/${_id}`), get(`/api/polls/${_id}/votes`)])),
  );
  const voting = (member: number, turn: number): Call => ({
    method: 'PUT',
    path: `/api/polls/${_id}/votes`,
    body: { votes: { [options[turn % options.length]?.id ?? '']: (member + turn) % 3 === 0 ? 'yes' : 'ifneedbe' } },
  });
  const voted = await alternately(
    async () => median(await together(origin, team, answering(eventId))),
    async () => median(await together(origin, team, voting)),
  );
  return [
    measured({ what: size, against: 'a page of 50 messages', unit: 'ms', most: 2 }, shown),
    measured({ what: `PUT …/votes on ${size}, p50`, against: 'PUT …/rsvp', unit: 'ms', most: 1.5 }, voted),
  ];
};

/** A weekly series for each hour of the week, and their dates in eight weeks as single events of another group. */
const fillCalendars = async (dataDir: string, team: Team, single: string, feed: string): Promise<void> => {
  const filler = await openFiller(dataDir);
  const { userId } = team.owner;
  const from = Date.parse(`${dayIn(0)}T00:00:00Z`);
  for (let index = 0; index < SERIES; index++) {
    const start = from + index * HOUR_MS;
    await filler.series({ userId, groupId: team.groupId }, start);
    const dates = { from: start, to: start + 10 * 7 * DAY_MS };
    await filler.entries({ userId, groupId: single }, 10, dates);
  }
  await filler.entries({ userId, groupId: single }, EVENTS, { from: from + 60 * DAY_MS, to: from + 500 * DAY_MS });
  await filler.entries({ userId, groupId: feed }, FEED_EVENTS, { from, to: from + 300 * DAY_MS });
  for (let index = 0; index < FEED_SERIES; index++)
    await filler.series({ userId, groupId: feed }, from + index * HOUR_MS);
  await filler.close();
};

/** The figures of answers, of polls and of events that repeat. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await productProcess(dataDir);
    const team = await makeTeam(first, MEMBERS);
    const { group: single } = await createGroup(team.owner);
    const { group: feed } = await createGroup(team.owner);
    const eventId = await plan(first.origin, team);
    const rows = [await answersAgainstMessages(first, team), await seatsAgainstNone(first, team)];
    rows.push(...(await board(first)));
    await first.stop();
    rows.push(await diskOfAnswers(dataDir, team, eventId));
    await fillCalendars(dataDir, team, single._id, feed._id);
    const second = await productProcess(dataDir);
    rows.push(await monthOfSeries(second, team, single._id), await conflictsOfSeries(second, team));
    rows.push(...(await feedAgainstJson(second, team, feed._id)));
    await second.stop();
    return rows;
  });
