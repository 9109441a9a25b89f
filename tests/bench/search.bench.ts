import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { askedWords } from '@quorum/contracts/search/words.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import type { Question } from '@quorum/query-service/search/question.ts';
import { searchMessages } from '@quorum/query-service/search/search-messages.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ReadEngine, Write } from '@quorum/service-kit/ports/read-store.ts';
import { collections, type Reads } from '@quorum/service-kit/reads/collections.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { messageTerms } from '@quorum/service-kit/reads/message-terms.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const FEW = 10_000;
const GROUPS = 200;
const WRITERS = 20;
const WORDS = 20_000;
const AT_ONCE = 1_000;
const ASKED = 200;
/** Messages committed one at a time. */
const SENT = 1_000;

const model: ModelGeneration = { model: 'all', generation: '1', collections: Object.values(collections) };

/** The same numbers every time. */
const random = (seed: number): number => {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
};

const LETTERS = 'etaoinshrdlucmfwypvbgkqjxz';
/** The n-th most frequent word. */
const wordOf = (n: number): string =>
  Array.from({ length: 3 + (n % 7) }, (_, at) => LETTERS[Math.floor(random(n * 31 + at) ** 2 * 26)]).join('');

/** As in a language, few words make up most of a text. */
const someWord = (seed: number): string => wordOf(Math.floor(WORDS ** random(seed)) - 1);

const idOf = (kind: number, n: number): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

const messageOf = (n: number): MessageDocument => {
  const order = String(n + 1).padStart(16, '0');
  const group = Math.floor(random(n) * GROUPS);
  return {
    id: idOf(1, n),
    groupId: idOf(2, group),
    senderId: idOf(3, group * WRITERS + (n % WRITERS)),
    kind: 'text',
    order,
    revision: order,
    postedAt: new Date(1_700_000_000_000 + n * 30_000).toISOString(),
    text: Array.from({ length: 12 }, (_, at) => someWord(n * 16 + at)).join(' '),
    replyTo: null,
    file: null,
    fileName: null,
    edited: false,
    deleted: false,
    previews: null,
  };
};

const writesOf = (message: MessageDocument, isIndexed: boolean): readonly Write[] => [
  { collection: 'messages', put: message },
  ...(isIndexed ? [{ collection: 'messageTerms', put: messageTerms(message) } as const] : []),
];

type Store = {
  readonly store: ReadEngine<Reads>;
  readonly path: string;
  readonly isIndexed: boolean;
  readonly seconds: number;
};

const filled = async (folder: string, messages: number, isIndexed: boolean): Promise<Store> => {
  const own = join(folder, `${messages}-${isIndexed}`);
  const store = (await SqliteReadStore.open({ folder: own })) as unknown as ReadEngine<Reads>;
  await store.prepare(model);
  await store.activate(model);
  const started = performance.now();
  for (let first = 0, from = ''; first < messages; first += AT_ONCE) {
    const documents = Array.from({ length: AT_ONCE }, (_, at) => messageOf(first + at));
    const writes = documents.flatMap((message) => writesOf(message, isIndexed));
    const to = documents.at(-1)?.order ?? from;
    await store.commit({ models: [model], from, to, writes, changes: [] });
    from = to;
  }
  const seconds = (performance.now() - started) / 1_000;
  return { store, path: join(own, 'read-models.db'), isIndexed, seconds };
};

const QUESTIONS: readonly ((n: number) => Partial<Question> & { readonly words: string })[] = [
  (n) => ({ words: wordOf(n) }),
  (n) => ({ words: `${wordOf(n % 50)} ${wordOf(n)}` }),
  (n) => ({ words: wordOf(n).slice(0, 3) }),
  (n) => ({ words: `${wordOf(n % 20)} ${wordOf(n).slice(0, 3)}` }),
  (n) => ({ words: wordOf(n * 90) }),
  (n) => ({ words: '', has: ['link'], from: idOf(3, n) }),
];

/** What makes an index work most: frequent words that are never together, the most frequent beginning, and no word at all. */
const HARDEST: typeof QUESTIONS = [
  (n) => ({ words: Array.from({ length: 8 }, (_, at) => wordOf((n + at) % 12)).join(' ') }),
  (n) => ({ words: `${wordOf(n % 3)} ${wordOf(n % 5).slice(0, 3)}` }),
  (n) => ({ words: Array.from({ length: 8 }, (_, at) => wordOf(n + at * 40).slice(0, 3)).join(' ') }),
  () => ({ words: '' }),
];

type Times = {
  /** Milliseconds of each query, sorted. */
  readonly all: readonly number[];
  /** Milliseconds for which a query kept the thread that serves everybody. */
  readonly longestTurn: number;
};

/** Queries over 100 of the groups. */
const queries = async (store: ReadEngine<Reads>, questions = QUESTIONS): Promise<Times> => {
  const groupIds = Array.from({ length: 100 }, (_, n) => idOf(2, n));
  const times: number[] = [];
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  for (let n = 0; n < ASKED; n += 1)
    for (const question of questions) {
      const asked = question(n);
      const started = performance.now();
      await searchMessages(
        { reads: store },
        {
          kind: 'messages',
          timeZone: 'UTC',
          limit: 20,
          userId: '',
          groupIds,
          bounds: {},
          asked: askedWords(asked.words),
          ...asked,
        },
      );
      times.push(performance.now() - started);
    }
  turns.disable();
  return { all: times.sort((a, b) => a - b), longestTurn: turns.max / 1e6 };
};

const p95 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.95)] ?? 0;

/** Bytes of the index. */
const bytesOf = (path: string): number => {
  const file = new Database(path, { readonly: true });
  const size = "SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'messageTerms%'";
  const bytes = file.prepare(size).pluck().get() as number;
  file.close();
  return bytes;
};

const below = (what: string, ours: number, most: number, unit: string): Measurement => ({
  what,
  against: 'its limit',
  baseline: most,
  ours,
  unit,
  ratio: ours / most,
  reach: `≤ ${most} ${unit}`,
  reached: ours <= most,
});

const positionAfter = (position: string): string => String(Number(position) + 1).padStart(16, '0');

/** Milliseconds of a commit of its own. */
const committed = async ({ store }: Store, writes: readonly Write[]): Promise<number> => {
  const from = await store.checkpoint(model);
  const started = performance.now();
  await store.commit({ models: [model], from, to: positionAfter(from), writes, changes: [] });
  return performance.now() - started;
};

/** One more message. */
const sent = async (target: Store): Promise<number> => {
  const n = Number(await target.store.checkpoint(model));
  return committed(target, writesOf(messageOf(n), target.isIndexed));
};

type Scrub = { readonly seconds: number; readonly longestCommit: number };

/** A scrub after one message was removed, and the longest that a message waited for it. */
const scrubbed = async (target: Store): Promise<Scrub> => {
  await target.store.scrub();
  const { id, order } = messageOf(MESSAGES - 1);
  await committed(target, [
    { collection: 'messages', remove: id },
    ...(target.isIndexed ? [{ collection: 'messageTerms', remove: order } as const] : []),
  ]);
  let seconds: number | undefined;
  let longestCommit = 0;
  const started = performance.now();
  const scrub = target.store.scrub().then(() => {
    seconds = (performance.now() - started) / 1_000;
  });
  while (seconds === undefined) longestCommit = Math.max(longestCommit, await sent(target));
  await scrub;
  return { seconds, longestCommit };
};

/** Messages committed alternately with and without the index, sorted. */
const sentAlone = async (indexed: Store, plain: Store) => {
  const times: { readonly ours: number; readonly baseline: number }[] = [];
  while (times.length < SENT) times.push({ ours: await sent(indexed), baseline: await sent(plain) });
  const sorted = (of: 'ours' | 'baseline') => times.map((each) => each[of]).sort((a, b) => a - b);
  const [ours, baseline] = [sorted('ours'), sorted('baseline')];
  return (share: number, most: number): Measurement => {
    const at = Math.floor(SENT * share);
    const ratio = (ours[at] ?? 0) / (baseline[at] ?? 1);
    return {
      what: `a message committed alone beside ${MESSAGES}, p${share * 100}`,
      against: 'the same without the index',
      baseline: baseline[at] ?? 0,
      ours: ours[at] ?? 0,
      unit: 'ms',
      ratio,
      reach: `≤ ${most} ×`,
      reached: ratio <= most,
    };
  };
};

/** Search over many messages of 12 words in 200 groups of 20 people. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const few = await filled(folder, FEW, true);
    const plain = await filled(folder, MESSAGES, false);
    const indexed = await filled(folder, MESSAGES, true);
    const [timesOfFew, times] = [await queries(few.store), await queries(indexed.store)];
    const hardest = await queries(indexed.store, HARDEST);
    const bytes = bytesOf(indexed.path) / MESSAGES;
    const alone = await sentAlone(indexed, plain);
    const [scrub, plainScrub] = [await scrubbed(indexed), await scrubbed(plain)];
    await Promise.all([few, plain, indexed].map(({ store }) => store.close()));
    const of = `of ${MESSAGES} messages`;
    return [
      below(`a search over 100 groups ${of}, p95`, p95(times.all), 50, 'ms'),
      below(`a search over 100 groups ${of}, longest turn`, times.longestTurn, 20, 'ms'),
      below('the same beside one of 10,000 messages, p95', p95(times.all), 3 * p95(timesOfFew.all), 'ms'),
      below(`the hardest searches over 100 groups ${of}, p95`, p95(hardest.all), 50, 'ms'),
      below(`the hardest searches over 100 groups ${of}, longest turn`, hardest.longestTurn, 20, 'ms'),
      below(`the index ${of}, a message`, bytes, 130, 'bytes'),
      below(`folding ${of} with the index`, indexed.seconds, 1.3 * plain.seconds, 's'),
      alone(0.5, 1.1),
      alone(0.99, 1.1),
      below(`a scrub ${of} after one was removed`, scrub.seconds, Math.max(1.3 * plainScrub.seconds, 0.1), 's'),
      below(`the longest commit during that scrub`, scrub.longestCommit, Math.max(plainScrub.longestCommit, 50), 'ms'),
    ];
  });
