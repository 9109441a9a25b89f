import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import autocannon from 'autocannon';
import { type Client, createGroup } from '../../support/product.ts';
import { type Measurement, median } from '../measure.ts';
import { makeTeam, type Team } from '../support/people.ts';
import type { Process } from '../support/product-process.ts';
import { SERVER } from './follow-figures.ts';

const AT_ONCE = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Seconds. */
const DURATION = Number(process.env.BENCH_SECONDS ?? 4);
/** Number of commands of one kind, one after another. */
const SINGLE = 20;
/** Milliseconds of idle time after which process managers are done. */
const QUIET = 1_500;

export type OnServer = { readonly product: Process; readonly uri: string; readonly prefix: string };

/** Calls to the server since the start. */
const callsOf = async ({ origin }: Process): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const counts = [...text.matchAll(/^quorum_event_log_calls_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
};

// biome-ignore lint/plugin: the calls of so long a time are counted
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, QUIET));

/** Calls that an idle process makes while it is watched, including the observation. */
const idleCalls = async (product: Process): Promise<number> => {
  const before = await callsOf(product);
  await quiet();
  return (await callsOf(product)) - before;
};

/** Calls to the server per command, including the reactions of process managers. */
const callsFor = async (product: Process, count: number, run: () => Promise<unknown>): Promise<number> => {
  await quiet();
  const idle = await idleCalls(product);
  const before = await callsOf(product);
  await run();
  await quiet();
  return Math.max(0, (await callsOf(product)) - before - idle) / count;
};

const oneAfterAnother = async (command: (number: number) => Promise<unknown>): Promise<void> => {
  for (let number = 0; number < SINGLE; number++) await command(number);
};

const message = (groupId: string) => ({ groupId, content: 'Shall we meet at the library on Thursday?' });

const formOf = (groupId: string, number: number): FormData => {
  const form = new FormData();
  form.append('groupId', groupId);
  form.append('file', new Blob([`notes ${number}`], { type: 'text/plain' }), 'notes.txt');
  return form;
};

/** A kind of command: its name, how to send it, and its limit of calls. */
const commandsOf = ({ owner, groupId }: Team, creators: readonly Client[]) =>
  [
    ['SendMessage', () => owner.must('sendMessage', { body: message(groupId) }), 2],
    [
      'CreateEvent',
      () => owner.must('createEvent', { body: { name: 'Regatta', date: '2031-05-14', time: '10:00', groupId } }),
      5,
    ],
    ['SendFile', (number: number) => owner.must('sendFile', { form: formOf(groupId, number) }), 5],
    ['CreateGroup', (number: number) => createGroup(creators[number % creators.length] as Client), 7],
  ] as const;

const callsRow = (what: string, ours: number, most: number): Measurement => ({
  what: `calls to the event log's server for ${what}`,
  against: 'its one append',
  baseline: 1,
  ours,
  unit: 'calls',
  ratio: ours,
  reach: `≤ ${most}`,
  reached: ours <= most,
});

/** Sends as the people of a group in turn. `rate` is in requests a second. */
const sendAtOnce = async (product: Process, { tokens, groupId }: Team): Promise<{ rate: number; sent: number }> => {
  const result = await autocannon({
    url: `${product.origin}/api/messages/send`,
    method: 'POST',
    body: JSON.stringify(message(groupId)),
    requests: tokens.map((token) => ({
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })),
    connections: AT_ONCE,
    duration: DURATION,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  return { rate: result['2xx'] / result.duration, sent: result['2xx'] };
};

const event = () => jsonEvent({ type: 'Bare', data: { text: 'x'.repeat(280) } });

/** The same client, appending similar messages to new streams. */
const bareAppender = (uri: string) => {
  const client = EventStoreDBClient.connectionString(uri);
  const append = () => client.appendToStream(`bare-${randomUUID()}`, event(), { expectedRevision: NO_STREAM });
  const atOnce = async (): Promise<number> => {
    const until = performance.now() + DURATION * 1_000;
    let done = 0;
    const appender = async (): Promise<void> => {
      for (; performance.now() < until; done++) await append();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, appender));
    return done / DURATION;
  };
  return { append, atOnce, dispose: () => client.dispose() };
};

const millisecondsOf = async (run: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let turn = 0; turn < SINGLE * 2; turn++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return median(times);
};

const rateRows = async ({ product, uri }: OnServer, team: Team): Promise<Measurement[]> => {
  const bare = bareAppender(uri);
  const [bareRates, rates, bareTimes, times, calls]: number[][] = [[], [], [], [], []];
  try {
    await bare.atOnce();
    await sendAtOnce(product, team);
    for (let round = 0; round < ROUNDS; round++) {
      bareRates?.push(await bare.atOnce());
      const before = await callsOf(product);
      const { rate, sent } = await sendAtOnce(product, team);
      calls?.push(((await callsOf(product)) - before) / sent);
      rates?.push(rate);
      bareTimes?.push(await millisecondsOf(bare.append));
      times?.push(await millisecondsOf(() => team.owner.must('sendMessage', { body: message(team.groupId) })));
    }
  } finally {
    await bare.dispose();
  }
  const [bareRate, rate] = [median(bareRates ?? []), median(rates ?? [])];
  const [bareTime, time] = [median(bareTimes ?? []), median(times ?? [])];
  return [
    callsRow(`SendMessage, ${AT_ONCE} at a time, on average`, median(calls ?? []), 1.4),
    {
      what: `SendMessage over HTTP on ${SERVER} and SQLite, ${AT_ONCE} at a time`,
      against: 'bare appends of the same client to new streams, as many at a time',
      baseline: bareRate,
      ours: rate,
      unit: 'a second',
      ratio: rate / bareRate,
      reach: '≥ 0.4',
      reached: rate / bareRate >= 0.4,
    },
    {
      what: `SendMessage over HTTP on ${SERVER} and SQLite, alone, p50`,
      against: 'a bare append alone',
      baseline: bareTime,
      ours: time,
      unit: 'ms',
      ratio: time / bareTime,
      reach: '≤ 4 ×',
      reached: time / bareTime <= 4,
    },
  ];
};

/** Cost of commands for the client of the event log. */
export const commandFigures = async (onServer: OnServer): Promise<Measurement[]> => {
  const { product } = onServer;
  const team = await makeTeam(product, 4);
  const creators = [team.owner, (await makeTeam(product)).owner];
  const rows: Measurement[] = [];
  for (const [what, command, most] of commandsOf(team, creators)) {
    await command(SINGLE);
    const calls = await callsFor(product, SINGLE - 1, () =>
      oneAfterAnother((number) => (number === 0 ? Promise.resolve() : command(number))),
    );
    rows.push(callsRow(`${what}, alone`, calls, most));
  }
  return [...rows, ...(await rateRows(onServer, team))];
};
