import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run as append } from './append.bench.ts';
import { run as audit } from './audit.bench.ts';
import { run as browser } from './browser.bench.ts';
import { run as disk } from './disk.bench.ts';
import { run as engines } from './engines.bench.ts';
import { run as fanOut } from './fan-out.bench.ts';
import { run as firstLoad } from './first-load.bench.ts';
import type { Measurement } from './measure.ts';
import { run as mixed } from './mixed.bench.ts';
import { run as rebuild } from './rebuild.bench.ts';
import { run as removal } from './removal.bench.ts';
import { run as room } from './room.bench.ts';
import { run as roomOverKafka } from './room-over-kafka.bench.ts';
import { runLarge, run as scale } from './scale.bench.ts';
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
  engines,
};

/** Slow, so they run only when named. */
const onRequest: Readonly<Record<string, Benchmark>> = {
  '--scale': runLarge,
  mixed,
  'room-over-kafka': roomOverKafka,
  'worst-account': worstAccount,
};

const number = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

const row = ({ what, against, baseline, ours, unit, ratio, reach, reached }: Measurement): string =>
  `| ${what} | ${against} | ${number(baseline)} ${unit} | ${number(ours)} ${unit} | ${ratio.toFixed(2)} | ${reach} | ${reached ? 'yes' : 'no'} |`;

const file = fileURLToPath(new URL('results.md', import.meta.url));

/** The first cell of the row. */
const aboutOf = (line: string): string => line.split(' | ', 1)[0] ?? '';

/** Single benchmarks replace their rows, and keep the others. */
const withFormer = (rows: readonly string[], former: string): readonly string[] => {
  const fresh = new Map(rows.map((line) => [aboutOf(line), line]));
  const kept = former.split('\n').filter((line) => / \| (yes|no) \|$/.test(line));
  const replaced = kept.map((line) => fresh.get(aboutOf(line)) ?? line);
  return [...replaced, ...rows.filter((line) => !kept.some((old) => aboutOf(old) === aboutOf(line)))];
};

const page = (rows: readonly string[]): string => `# Figures

Medians, each beside its raw baseline from the same run, measured alternately. Written by \`npm run bench\`. A run of single
benchmarks replaces their rows and keeps the others, so compare ratios, not rows. Machine of the last run: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}.
[notes.md](notes.md) explains the targets that are not reached.

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
for (const [name, run] of chosen) {
  process.stdout.write(`${name} …\n`);
  const measured = [await run()].flat();
  for (const measurement of measured) process.stdout.write(`${row(measurement)}\n`);
  rows.push(...measured);
}
await writeFile(file, page(withFormer(rows.map(row), wanted.length === 0 ? '' : await readFile(file, 'utf8'))));
process.exit(rows.every(({ reached }) => reached) ? 0 : 2);
