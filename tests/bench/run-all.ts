import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run as alerts } from './alerts.bench.ts';
import { run as append } from './append.bench.ts';
import { run as audit } from './audit.bench.ts';
import { run as browser } from './browser.bench.ts';
import { run as conflicts } from './conflicts.bench.ts';
import { run as disk } from './disk.bench.ts';
import { run as ejabberd } from './ejabberd.bench.ts';
import { run as engines } from './engines.bench.ts';
import { run as fanOut } from './fan-out.bench.ts';
import { run as firstLoad } from './first-load.bench.ts';
import { run as gather } from './gather.bench.ts';
import { run as hear } from './hear.bench.ts';
import { run as history } from './history.bench.ts';
import type { Measurement } from './measure.ts';
import { run as mixed } from './mixed.bench.ts';
import { run as rebuild } from './rebuild.bench.ts';
import { run as remind } from './remind.bench.ts';
import { run as removal } from './removal.bench.ts';
import { run as room } from './room.bench.ts';
import { run as roomOverKafka } from './room-over-kafka.bench.ts';
import { runLarge, run as scale } from './scale.bench.ts';
import { run as search } from './search.bench.ts';
import { run as sendMessage } from './send-message.bench.ts';
import { run as verify } from './verify.bench.ts';
import { run as worstAccount } from './worst-account.bench.ts';

type Benchmark = () => Promise<Measurement | readonly Measurement[]>;

const benchmarks: Readonly<Record<string, Benchmark>> = {
  append,
  'send-message': sendMessage,
  rebuild,
  removal,
  'fan-out': fanOut,
  room,
  scale,
  verify,
  audit,
  disk,
  browser,
  'first-load': firstLoad,
  conflicts,
  history,
  engines,
};

/** Slow, so they run only when named, and are not in the table. */
const onRequest: Readonly<Record<string, Benchmark>> = {
  '--scale': runLarge,
  alerts,
  ejabberd,
  gather,
  hear,
  mixed,
  remind,
  'room-over-kafka': roomOverKafka,
  search,
  'worst-account': worstAccount,
};

const number = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

const verdict = (reached: boolean | undefined): string => {
  if (reached === undefined) return '–';
  return reached ? 'yes' : 'no';
};

const row = ({ what, against, baseline, ours, unit, ratio, reach, reached }: Measurement): string =>
  `| ${what} | ${against} | ${number(baseline)} ${unit} | ${number(ours)} ${unit} | ${ratio.toFixed(2)} | ${reach ?? '–'} | ${verdict(reached)} |`;

const file = fileURLToPath(new URL('results.md', import.meta.url));

const commit = (): string => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const page = (rows: readonly string[]): string => `# Figures

Medians, each beside its raw baseline from the same run, measured alternately. Every row is from one run of \`npm run bench\` at
commit ${commit()}, on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load generators included. Compare ratios.
[notes.md](notes.md) explains the targets that are not reached, the ones that were given up, and the figures of slow benchmarks.

| what | baseline | baseline's figure | ours | ratio | to reach | reached |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;

const wanted = process.argv.slice(2);
const all = { ...benchmarks, ...onRequest };
const unknown = wanted.filter((name) => !(name in all));
if (unknown.length > 0)
  throw new Error(`No benchmark is called ${unknown.join(', ')}. There are ${Object.keys(all).join(', ')}.`);
// An interrupted benchmark still removes its folder.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const chosen = Object.entries(wanted.length === 0 ? benchmarks : all).filter(
  ([name]) => wanted.length === 0 || wanted.includes(name),
);
const rows: Measurement[] = [];
const failed: string[] = [];
for (const [name, run] of chosen) {
  process.stdout.write(`${name} …\n`);
  try {
    const measured = [await run()].flat();
    for (const measurement of measured) process.stdout.write(`${row(measurement)}\n`);
    rows.push(...measured);
  } catch (error) {
    // A run takes half an hour: it shows at once all benchmarks that fail.
    console.error(error);
    failed.push(name);
  }
}
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exit(1);
}
// Rows of several runs or commits do not compare, so single benchmarks only print theirs.
if (wanted.length === 0) await writeFile(file, page(rows.map(row)));
process.exit(rows.some(({ reached }) => reached === false) ? 2 : 0);
