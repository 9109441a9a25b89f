/** Everything that two products may name, number or date differently. */

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** A session, or a counted number or address, by its hash. */
const HASH = /(?<=-)[\w-]{43}$/;
/** The address of a file, with its signature. The content of messages' files is compared separately. */
const FILE = /(https?:\/\/[\w.:-]+)?\/files\/[\w-]+(\?[^\s"\\]*)?/g;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** On either log. */
const POSITION = /^\d{16,}(\/\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Instants derived from user input. */
const PLANNED = new Set(['startsAt', 'endsAt']);
/** Positions in the log and in sequences, and random values. */
const DRAWN = new Set([
  'order',
  'countedUpTo',
  'sequences',
  'inviteCode',
  'inviteLink',
  'sixDigitCode',
  'position',
  'next',
  'nextTryAt',
  // Whether what concerns a person came in the same millisecond as they looked.
  'activityUnread',
  'changesUnread',
  'unread',
]);

/** Rewrites the views of one product with the names of the history. */
export class Normalizer {
  readonly #names: ReadonlyMap<string, string>;

  constructor(names: ReadonlyMap<string, string>) {
    this.#names = new Map([...names].filter(([name]) => /^[gmerpqv]\d/.test(name)).map(([name, id]) => [id, name]));
  }

  text(value: string): string {
    return value
      .replace(FILE, '<file>')
      .replace(UUID, (id) => this.#names.get(id) ?? '<id>')
      .replace(HASH, '<hash>');
  }

  /** @param key the name of its property. */
  value(value: unknown, key = ''): unknown {
    if (key === 'revision' && typeof value === 'string') return '<position>';
    if (DRAWN.has(key) && value !== undefined) return `<${key}>`;
    if (typeof value === 'string') return this.#string(value, key);
    if (Array.isArray(value)) return value.map((item) => this.value(item, key));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    // Days of actions depend on the time of the run.
    if (entries.length > 0 && entries.every(([name]) => DAY.test(name)))
      return entries.sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, items]) => this.value(items, key));
    const said = entries.map(([name, item]) => [this.text(name), this.value(item, name)] as const);
    return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #string(value: string, key: string): string {
    if (INSTANT.test(value) && !PLANNED.has(key)) return '<time>';
    if (POSITION.test(value)) return '<position>';
    return this.text(value);
  }
}

/** One line per item, in an order independent of ids. */
export const sortedLines = (items: readonly unknown[]): readonly string[] =>
  items.map((item) => JSON.stringify(item)).sort();
