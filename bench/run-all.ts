import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run as append } from './append.bench.ts';
import { run as browser } from './browser.bench.ts';
import { run as fanOut } from './fan-out.bench.ts';
import type { Measurement } from './measure.ts';
import { run as rebuild } from './rebuild.bench.ts';
import { run as scale } from './scale.bench.ts';
import { run as sendMessage } from './send-message.bench.ts';

type Benchmark = () => Promise<Measurement | readonly Measurement[]>;

const benchmarks: Readonly<Record<string, Benchmark>> = {
  append,
  'send-message': sendMessage,
  rebuild,
  'fan-out': fanOut,
  scale,
  browser,
};

const number = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

const row = ({ what, against, baseline, ours, unit, ratio, reach, reached }: Measurement): string =>
  `| ${what} | ${against} | ${number(baseline)} ${unit} | ${number(ours)} ${unit} | ${ratio.toFixed(2)} | ${reach} | ${reached ? 'yes' : 'no'} |`;

const page = (rows: readonly Measurement[]): string => `# Figures

Each beside its raw baseline of the same run, alternating with it; medians. Written by \`npm run bench\`.
Machine of this run: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}.

| what | baseline | baseline's figure | ours | ratio | to reach | reached |
|---|---|---|---|---|---|---|
${rows.map(row).join('\n')}
`;

const wanted = process.argv.slice(2);
const chosen = Object.entries(benchmarks).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const rows: Measurement[] = [];
for (const [name, run] of chosen) {
  process.stdout.write(`${name} …\n`);
  const measured = [await run()].flat();
  for (const measurement of measured) process.stdout.write(`${row(measurement)}\n`);
  rows.push(...measured);
}
if (wanted.length === 0) await writeFile(fileURLToPath(new URL('results.md', import.meta.url)), page(rows));
process.exit(rows.every(({ reached }) => reached) ? 0 : 2);
