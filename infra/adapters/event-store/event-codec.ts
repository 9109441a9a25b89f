import { type DomainEvent, eventDefinition } from '@quorum/contracts/events/catalogue.ts';
import type { EventDefinition } from '@quorum/contracts/events/definition.ts';
import type { EventToAppend, RecordedEvent } from '@quorum/contracts/ports/event-log.ts';
import type { EventMetadata, StoredEvent, UnreadableEvent } from '@quorum/contracts/ports/event-store.ts';
import { open, seal } from '../sealed-box.ts';

/**
 * How an event is stored: `data` holds the clear fields and `$box`, one box for each subject with the JSON of the
 * subject's personal fields, encrypted with the subject's key and bound to this event; `metadata` also holds
 * `schemaVersion`.
 */
type Box = { readonly s: string; readonly c: string };
type Data = Record<string, unknown>;

export type DefinitionOf = (type: string) => EventDefinition | undefined;
export type KeyOf = (subject: string) => Uint8Array | null | undefined;

/** A validated event, parted into the fields that are stored in the clear and the personal ones by subject. */
export type PreparedEvent = {
  readonly type: string;
  readonly version: number;
  readonly data: Data;
  readonly clear: Data;
  readonly personal: ReadonlyMap<string, Data>;
};

/** @throws ZodError, or Error for an unknown type: a fault in the calling code. */
export const prepareEvent = (event: DomainEvent, definitionOf: DefinitionOf = eventDefinition): PreparedEvent => {
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
  return { type: event.type, version: definition.version, data, clear: without(data, personal), personal };
};

/** Made anew: an object that fields are deleted from is slow from then on. */
const without = (data: Data, personal: ReadonlyMap<string, Data>): Data => {
  if (personal.size === 0) return data;
  const clear: Data = {};
  const hidden = [...personal.values()];
  for (const field in data) {
    if (!hidden.some((fields) => field in fields)) clear[field] = data[field];
  }
  return clear;
};

/**
 * @param keyOf null for a subject that was erased: its fields are left out.
 * @returns what is stored, and the data as a reader of it will see them.
 */
export const encodeEvent = (
  event: PreparedEvent,
  id: string,
  metadata: EventMetadata,
  keyOf: KeyOf,
  newIv: () => Uint8Array,
): { stored: EventToAppend; data: Data } => {
  let visible = event.data;
  const boxes: Box[] = [];
  for (const [subject, fields] of event.personal) {
    const key = keyOf(subject);
    if (key) {
      const box = seal(key, newIv(), contextOf(id, event.type, subject), JSON.stringify(fields));
      boxes.push({ s: subject, c: box.toString('base64') });
    } else {
      visible = { ...visible };
      for (const field in fields) visible[field] = null;
    }
  }
  const data = boxes.length > 0 ? { ...event.clear, $box: boxes } : event.clear;
  return {
    stored: {
      id,
      type: event.type,
      data: JSON.stringify(data),
      metadata: JSON.stringify({ ...metadata, schemaVersion: event.version }),
    },
    data: visible,
  };
};

/** A stored event on its way: parsed, its boxes still shut. */
type ParsedEvent = {
  readonly definition: EventDefinition;
  readonly version: number;
  readonly data: Data;
  readonly boxes: readonly Box[];
  readonly metadata: EventMetadata;
};

/**
 * Decodes events of one batch together, so that their keys are looked up once.
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

/** @returns why not, when it cannot be parsed. Never quotes the event. */
const parse = (event: RecordedEvent, definitionOf: DefinitionOf): ParsedEvent | string => {
  const definition = definitionOf(event.type);
  if (definition === undefined) return 'unknown event type';
  let data: unknown;
  let metadata: unknown;
  try {
    data = JSON.parse(event.data);
    metadata = JSON.parse(event.metadata);
  } catch {
    // The parser's message would quote the payload.
    return 'payload is not JSON';
  }
  if (!isObject(data) || !isObject(metadata)) return 'payload is not an object';
  const { schemaVersion: version, actor, commandId, commandDigest, correlationId, causationId } = metadata;
  if (typeof version !== 'number' || !isSupported(definition, version)) return `unknown version ${String(version)}`;
  if (![actor, commandId, correlationId, causationId].every(isString)) return 'metadata are incomplete';
  const boxes = data.$box ?? NO_BOXES;
  if (!Array.isArray(boxes) || !boxes.every(isBox)) return 'boxes are malformed';
  return {
    definition,
    version,
    data,
    boxes,
    metadata: {
      actor,
      commandId,
      ...(commandDigest !== undefined && { commandDigest }),
      correlationId,
      causationId,
    } as EventMetadata,
  };
};

const unseal = (
  event: RecordedEvent,
  { definition, version, data, boxes, metadata }: ParsedEvent,
  keys: ReadonlyMap<string, Uint8Array>,
): StoredEvent | UnreadableEvent => {
  let current = data;
  if (boxes.length > 0) delete current.$box;
  for (const { s: subject, c: content } of boxes) {
    const key = keys.get(subject);
    if (key === undefined) continue;
    try {
      const plain = open(key, contextOf(event.id, event.type, subject), Buffer.from(content, 'base64'));
      Object.assign(current, JSON.parse(plain.toString('utf8')));
    } catch {
      // Nothing of what was in the box may reach a log, so the cause is not passed on.
      return unreadable(event, `the box of ${subject} cannot be opened`);
    }
  }
  try {
    for (let from = version; from < definition.version; from++)
      current = definition.upcasters[from]?.(current) ?? current;
  } catch {
    return unreadable(event, `cannot be upcast from version ${version}`);
  }
  for (const { fields } of definition.personal) {
    for (const field of fields) if (current[field] === undefined) current[field] = null;
  }
  const checked = definition.schema.safeParse(current);
  if (!checked.success) {
    const paths = checked.error.issues.map((issue) => issue.path.join('.') || '(whole)');
    return unreadable(event, `does not fit its schema: ${[...new Set(paths)].join(', ')}`);
  }
  const { id, type, stream, revision, position, recordedAt } = event;
  return { type, data: checked.data, id, stream, revision, position, recordedAt, metadata } as StoredEvent;
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

const isSupported = (definition: EventDefinition, version: number): boolean => {
  for (let from = version; from < definition.version; from++)
    if (definition.upcasters[from] === undefined) return false;
  return Number.isInteger(version) && version >= 1 && version <= definition.version;
};
