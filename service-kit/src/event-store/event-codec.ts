import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import { type DomainEvent, eventDefinition } from '@quorum/domain/event-catalogue.ts';
import { type EventDefinition, personSubject } from '@quorum/domain/event-definition.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { EventToAppend, RecordedEvent } from '../ports/event-log.ts';
import type { UnreadableEvent } from '../ports/event-store.ts';
import { open, seal } from '../sealed-box.ts';

/**
 * How an event is stored. `data` holds the clear fields, and in `$box` one box per subject: the JSON of the subject's personal
 * fields, encrypted with the subject's key and bound to this event. `metadata` also holds `schemaVersion`, and `recordedAt` from
 * the clock of the deciding service, because an engine's own timestamps are lost when a log is moved. The request digest is in a
 * box too: in the clear, it would confirm guesses of erased text.
 */
export type Box = { readonly s: string; readonly c: string };
type Data = Record<string, unknown>;

/** Field name of the request digest in a box. */
const DIGEST = '$digest';

/** Metadata of a stored event. `recordedAt` is UTC, ISO 8601, milliseconds. */
export type DatedMetadata = EventMetadata & { readonly recordedAt: string };

export type DefinitionOf = (type: string) => EventDefinition | undefined;
export type KeyOf = (subject: string) => Uint8Array | null | undefined;

/** A validated event, split into clear fields and personal fields by subject. */
export type PreparedEvent = {
  readonly type: string;
  readonly version: number;
  readonly data: Data;
  readonly clear: Data;
  readonly personal: ReadonlyMap<string, Data>;
  readonly metadata: DatedMetadata;
  /** The subject whose box holds the request digest; undefined if there is none. */
  readonly digestIn: string | undefined;
};

/** @throws ZodError, or Error for an unknown type; both are bugs in the caller. */
export const prepareEvent = (
  event: DomainEvent,
  metadata: DatedMetadata,
  definitionOf: DefinitionOf = eventDefinition,
): PreparedEvent => {
  const definition = definitionOf(event.type);
  if (definition === undefined) throw new Error(`unknown event type ${event.type}`);
  const data = definition.schema.parse(event.data) as Data;
  const personal = new Map<string, Data>();
  for (const { subject, fields } of definition.personal) {
    const present = fields.filter((field) => data[field] !== null);
    if (present.length === 0) continue;
    const name = subject(data);
    const own = personal.get(name) ?? {};
    for (const field of present) own[field] = data[field];
    personal.set(name, own);
  }
  const clear = without(data, personal);
  const digestIn = subjectOfDigest(definition, personal, data, metadata);
  if (digestIn !== undefined) personal.set(digestIn, { ...personal.get(digestIn), [DIGEST]: metadata.commandDigest });
  return { type: event.type, version: definition.version, data, clear, personal, metadata, digestIn };
};

/** The digest is erased with the event's texts; without texts, with the event's subject or its actor. */
const subjectOfDigest = (
  definition: EventDefinition,
  personal: ReadonlyMap<string, Data>,
  data: Data,
  { commandDigest, actor }: EventMetadata,
): string | undefined => {
  if (commandDigest === undefined) return undefined;
  const [first] = personal.keys();
  return first ?? definition.about?.(data) ?? (ID_FORM.test(actor) ? personSubject(actor) : undefined);
};

/** Built as a new object, because deleting fields would make the object slow. */
const without = (data: Data, personal: ReadonlyMap<string, Data>): Data => {
  if (personal.size === 0) return data;
  const clear: Data = {};
  const hidden = [...personal.values()];
  for (const field in data) {
    if (!hidden.some((fields) => field in fields)) clear[field] = data[field];
  }
  return clear;
};

const erased = (fields: Data): Data => {
  const { [DIGEST]: _, ...texts } = fields;
  return Object.fromEntries(Object.keys(texts).map((field) => [field, null]));
};

/**
 * @param keyOf null for an erased subject: its fields are left out.
 * @returns what is stored, and the data and metadata as a reader will see them.
 */
export const encodeEvent = (
  event: PreparedEvent,
  id: string,
  keyOf: KeyOf,
  newIv: () => Uint8Array,
): { stored: EventToAppend; data: Data; metadata: EventMetadata } => {
  const { commandDigest, recordedAt, ...metadata } = event.metadata;
  const keepsDigest = event.digestIn !== undefined && keyOf(event.digestIn);
  let visible = event.data;
  const boxes: Box[] = [];
  for (const [subject, fields] of event.personal) {
    const key = keyOf(subject);
    if (key) {
      const box = seal(key, newIv(), contextOf(id, event.type, subject), JSON.stringify(fields));
      boxes.push({ s: subject, c: box.toString('base64') });
    } else visible = { ...visible, ...erased(fields) };
  }
  const data = boxes.length > 0 ? { ...event.clear, $box: boxes } : event.clear;
  return {
    stored: {
      id,
      type: event.type,
      data: JSON.stringify(data),
      metadata: JSON.stringify({ ...metadata, schemaVersion: event.version, recordedAt }),
    },
    data: visible,
    metadata: keepsDigest && commandDigest !== undefined ? { ...metadata, commandDigest } : metadata,
  };
};

/** A parsed stored event with its boxes still encrypted. */
type ParsedEvent = {
  readonly definition: EventDefinition;
  readonly version: number;
  readonly data: Data;
  readonly boxes: readonly Box[];
  readonly metadata: EventMetadata;
  readonly recordedAt: string;
};

/**
 * Decodes a batch of events together, so that their keys are fetched at once.
 * @param findKeys keys of the subjects that have one.
 */
export const decodeEvents = async (
  recorded: readonly RecordedEvent[],
  findKeys: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>,
  definitionOf: DefinitionOf = eventDefinition,
): Promise<(StoredEvent | UnreadableEvent)[]> => {
  const subjects = new Set<string>();
  const parsed = recorded.map((event) => {
    const result = parse(event, definitionOf);
    if (typeof result !== 'string') for (const box of result.boxes) subjects.add(box.s);
    return result;
  });
  const keys = subjects.size === 0 ? NO_KEYS : await findKeys([...subjects]);
  return recorded.map((event, index) => {
    const result = parsed[index];
    if (result === undefined || typeof result === 'string') return unreadable(event, result ?? 'not parsed');
    return unseal(event, result, keys);
  });
};

const NO_KEYS: ReadonlyMap<string, Uint8Array> = new Map();
const NO_BOXES: readonly Box[] = [];

const contextOf = (id: string, type: string, subject: string): string => `${id}|${type}|${subject}`;

/** The encrypted boxes of a stored event; none if it is malformed. */
export const boxesOf = ({ data }: RecordedEvent): readonly Box[] => {
  // Cheap test first: most events without a box need no parsing here.
  if (!data.includes('"$box"')) return NO_BOXES;
  try {
    const { $box: boxes } = JSON.parse(data) as Data;
    return areBoxes(boxes) ? boxes : NO_BOXES;
  } catch {
    return NO_BOXES;
  }
};

export const opensBox = (key: Uint8Array, { id, type }: RecordedEvent, box: Box): boolean => {
  try {
    open(key, contextOf(id, type, box.s), Buffer.from(box.c, 'base64'));
    return true;
  } catch {
    return false;
  }
};

const payloadOf = (event: RecordedEvent): { readonly data: Data; readonly metadata: Data } | string => {
  try {
    const data: unknown = JSON.parse(event.data);
    const metadata: unknown = JSON.parse(event.metadata);
    return isObject(data) && isObject(metadata) ? { data, metadata } : 'payload is not an object';
  } catch {
    // The parser's message would quote the payload.
    return 'payload is not JSON';
  }
};

const required = ['actor', 'commandId', 'correlationId', 'causationId', 'recordedAt'];

const metadataOf = ({ actor, commandId, correlationId, causationId }: Data): EventMetadata =>
  ({ actor, commandId, correlationId, causationId }) as EventMetadata;

/** @returns the reason if it cannot be parsed. Never quotes the event. */
const parse = (event: RecordedEvent, definitionOf: DefinitionOf): ParsedEvent | string => {
  const definition = definitionOf(event.type);
  if (definition === undefined) return 'unknown event type';
  const payload = payloadOf(event);
  if (typeof payload === 'string') return payload;
  const { data, metadata } = payload;
  const { schemaVersion: version } = metadata;
  if (!isSupported(definition, version)) return `unknown version ${String(version)}`;
  if (!required.every((name) => isString(metadata[name]))) return 'metadata are incomplete';
  const boxes = data.$box ?? NO_BOXES;
  if (!areBoxes(boxes)) return 'boxes are malformed';
  return {
    definition,
    version,
    data,
    boxes,
    recordedAt: String(metadata.recordedAt),
    metadata: metadataOf(metadata),
  };
};

type Keys = ReadonlyMap<string, Uint8Array>;

/** Adds the decrypted fields for which there are keys. @returns the reason if a box cannot be opened. */
const openBoxes = (event: RecordedEvent, { data, boxes }: ParsedEvent, keys: Keys): string | undefined => {
  if (boxes.length > 0) delete data.$box;
  for (const { s: subject, c: content } of boxes) {
    const key = keys.get(subject);
    if (key === undefined) continue;
    try {
      const plain = open(key, contextOf(event.id, event.type, subject), Buffer.from(content, 'base64'));
      Object.assign(data, JSON.parse(plain.toString('utf8')));
    } catch {
      // The cause is dropped, because the box's contents must not reach a log.
      return `the box of ${subject} cannot be opened`;
    }
  }
  return undefined;
};

/** The data in the current shape, with erased personal fields as `null`. @returns `undefined` if an upcaster fails */
const upcast = ({ definition, version, data }: ParsedEvent): Data | undefined => {
  let current = data;
  try {
    for (let from = version; from < definition.version; from++)
      current = definition.upcasters[from]?.(current) ?? current;
  } catch {
    return undefined;
  }
  for (const { fields } of definition.personal) {
    for (const field of fields) if (current[field] === undefined) current[field] = null;
  }
  return current;
};

const unseal = (event: RecordedEvent, parsed: ParsedEvent, keys: Keys): StoredEvent | UnreadableEvent => {
  const { definition, version, metadata, recordedAt } = parsed;
  const failure = openBoxes(event, parsed, keys);
  if (failure !== undefined) return unreadable(event, failure);
  const current = upcast(parsed);
  if (current === undefined) return unreadable(event, `cannot be upcast from version ${version}`);
  const digest = current[DIGEST];
  const checked = definition.schema.safeParse(current);
  if (!checked.success) {
    const paths = checked.error.issues.map((issue) => issue.path.join('.') || '(whole)');
    return unreadable(event, `does not fit its schema: ${[...new Set(paths)].join(', ')}`);
  }
  const { id, type, stream, revision, position } = event;
  const complete = isString(digest) ? { ...metadata, commandDigest: digest } : metadata;
  return { type, data: checked.data, id, stream, revision, position, recordedAt, metadata: complete } as StoredEvent;
};

const unreadable = (
  { id, type, stream, revision, position, recordedAt }: RecordedEvent,
  reason: string,
): UnreadableEvent => ({
  id,
  type,
  stream,
  revision,
  position,
  recordedAt,
  unreadable: reason,
});

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isString = (value: unknown): value is string => typeof value === 'string';
const isBox = (value: unknown): value is Box => isObject(value) && isString(value.s) && isString(value.c);

const isSupported = (definition: EventDefinition, version: unknown): version is number => {
  if (typeof version !== 'number') return false;
  for (let from = version; from < definition.version; from++)
    if (definition.upcasters[from] === undefined) return false;
  return Number.isInteger(version) && version >= 1 && version <= definition.version;
};
const areBoxes = (value: unknown): value is readonly Box[] => Array.isArray(value) && value.every(isBox);
