import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFile } from '../support/data-file.ts';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { makeTeam, type Team } from './support/people.ts';
import { type Process, productProcess } from './support/product-process.ts';

const MESSAGES = Number(process.env.BENCH_DISK_MESSAGES ?? 5_000);
/** Written before the measurement, so that tables and their first pages exist. */
const BEFORE = 500;
const AT_ONCE = 50;
const CHARACTERS = 160;
/** Limit for one message, in bytes. */
const REACH = 3_300;

const words =
  'We meet at the harbour hall on Thursday at seven. Bring the lanterns, the ladders and the long bench; the second van takes the rest, and whoever is late walks home.';

/** Varied texts, as people write them. */
const textOf = (number: number): string => `${number} ${words}`.slice(0, CHARACTERS).padEnd(CHARACTERS, '.');

const send = async (product: Process, { owner, groupId }: Team, count: number): Promise<void> => {
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const answers = Array.from({ length: Math.min(AT_ONCE, count - sent) }, (_, index) =>
      fetch(`${product.origin}/api/messages/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
        body: JSON.stringify({ groupId, content: textOf(sent + index) }),
      }),
    );
    for (const answer of await Promise.all(answers)) {
      await answer.text();
      if (!answer.ok) throw new Error(`Sending answered ${answer.status}`);
    }
  }
};

/** Bytes of each table and index, in every database of a stopped product. */
const bytesByTable = (dataDir: string): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>();
  for (const file of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.db')) continue;
    const db = openDataFile(join(dataDir, file), { readonly: true });
    const rows = db.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all();
    for (const row of rows as { name: string; bytes: number }[]) bytes.set(`${file} ${row.name}`, row.bytes);
    db.close();
  }
  return bytes;
};

/** The disk space of messages of 160 characters: events, read models, changes, and all their indexes. */
export const run = (): Promise<Measurement> =>
  inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await productProcess(dataDir);
    const team = await makeTeam(first);
    await send(first, team, BEFORE);
    await first.stop();
    const before = bytesByTable(dataDir);
    const second = await productProcess(dataDir);
    await send(second, team, MESSAGES);
    await second.stop();
    const grown = [...bytesByTable(dataDir)]
      .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / MESSAGES] as const)
      .filter(([, bytes]) => bytes >= 1);
    for (const [name, bytes] of grown) process.stdout.write(`${Math.round(bytes)} bytes a message: ${name}\n`);
    const ours = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
    return {
      what: `disk for a message of ${CHARACTERS} characters: event, read models, change, indexes`,
      against: 'its characters',
      baseline: CHARACTERS,
      ours,
      unit: 'bytes',
      ratio: ours / CHARACTERS,
      reach: `≤ ${REACH.toLocaleString('en-US')} bytes`,
      reached: ours <= REACH,
    };
  });
