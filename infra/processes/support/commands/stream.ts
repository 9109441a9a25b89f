import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { decodeEvents } from '@quorum/service-kit/event-store/event-codec.ts';
import { maskEvent } from '@quorum/service-kit/event-store/mask-event.ts';
import { streamState } from '@quorum/service-kit/event-store/stream-state.ts';
import { isUnreadable, type UnreadableEvent } from '@quorum/service-kit/ports/event-store.ts';
import { type Command, type SupportCall, SupportError, UsageError } from '../command.ts';
import { recordSupport } from '../record-support.ts';
import type { SupportContext } from '../support-context.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const REVISION = /^\d+$/;

/**
 * Parses a revision, or a time in a common format (`2026-05-12`, `2026-05-12 19:00`, or ISO 8601), which is returned as ISO 8601
 * in UTC. Without a zone, the local zone of the computer is used.
 * @throws UsageError
 */
export const canonicalPoint = (flag: string, text: string): string => {
  if (REVISION.test(text)) return text;
  const time = new Date(DAY.test(text) ? `${text} 00:00` : text);
  if (!/^\d{4}-/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--${flag} must be a time like "2026-05-12 19:00" or a revision like 12, not "${text}".`);
  return time.toISOString();
};

/** The events up to and including a parsed point; all if there is none. */
const eventsUntil = (events: readonly StoredEvent[], point: string | undefined): readonly StoredEvent[] => {
  if (point === undefined) return events;
  if (REVISION.test(point)) return events.filter(({ revision }) => revision <= Number(point));
  return events.filter(({ recordedAt }) => recordedAt <= point);
};

/** Records the access in the log before anything is shown; without `--reveal` nothing is recorded. @returns how to show events */
const maskerOf = async (
  context: SupportContext,
  call: SupportCall,
  about: string,
): Promise<(event: StoredEvent) => StoredEvent> => {
  if (call.flags.reveal !== true) return maskEvent;
  await recordSupport(context, call, about);
  return (event) => event;
};

const noSuchStream = (stream: string): SupportError =>
  new SupportError(`There is no stream ${stream}. Find names with: streams <prefix>`);

/** The events of the requested stream, and how to show them. @throws SupportError if there are none */
const readStream = async (context: SupportContext, call: SupportCall) => {
  const stream = call.words[0] as string;
  const events = await context.engines.events.read(stream);
  if (events.length === 0) throw noSuchStream(stream);
  return { events, mask: await maskerOf(context, call, stream) };
};

/** @returns the state as JSON. @throws SupportError for a stream without state */
const stateOf = (stream: string, events: readonly StoredEvent[]): unknown => {
  const state = streamState(stream, events);
  if (state === undefined) throw new SupportError(`${stream} has events but no state. See them with: show ${stream}`);
  return state;
};

export const state: Command = {
  words: '<stream>',
  min: 1,
  max: 1,
  flags: ['at', 'reveal'],
  help: 'Shows the state of a stream at a time ("2026-05-12 19:00") or revision. Without --at: now.',
  run: async (context, call) => {
    const stream = call.words[0] as string;
    const { at } = call.flags;
    const { events: all, mask } = await readStream(context, call);
    const then = eventsUntil(all, at);
    const last = then.at(-1);
    if (last === undefined) throw new SupportError(`${stream} did not exist then: it began at ${all[0]?.recordedAt}.`);
    const found = stateOf(stream, then.map(mask));
    const { revision, recordedAt } = last;
    return {
      lines: [
        `${stream}${at === undefined ? '' : ` at ${at}`}: revision ${revision} of ${all.length - 1}, last changed at ${recordedAt}`,
        JSON.stringify(found, null, 2),
      ],
      data: { stream, at: at ?? null, revision, recordedAt, state: found },
    };
  },
};

const lineOf = (event: StoredEvent | UnreadableEvent): string => {
  const place = `${String(event.revision).padStart(5)}  ${event.recordedAt}  ${event.type}`;
  if (isUnreadable(event)) return `${place}  UNREADABLE: ${event.unreadable}`;
  return `${place}  by ${event.metadata.actor}  ${JSON.stringify(event.data)}`;
};

export const show: Command = {
  words: '<stream>',
  min: 1,
  max: 1,
  flags: ['reveal'],
  help: 'Shows the decoded events of a stream. An unreadable event is shown with the reason.',
  run: async (context, call) => {
    const stream = call.words[0] as string;
    const { eventLog, keys } = context.engines;
    const recorded = await eventLog.read(stream);
    if (recorded.length === 0) throw noSuchStream(stream);
    const mask = await maskerOf(context, call, stream);
    const decoded = await decodeEvents(recorded, (subjects) => keys.find(subjects));
    const events = decoded.map((event) => (isUnreadable(event) ? event : mask(event)));
    return { lines: events.map(lineOf), data: events };
  },
};

type States = { readonly before: unknown; readonly after: unknown };
type Change = States & { readonly field: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = ({ before, after }: States, name: string): States => ({
  before: isObject(before) ? before[name] : undefined,
  after: isObject(after) ? after[name] : undefined,
});

/** Compares `actual` states, because all masked texts look alike. Both have the same shape. */
const changesOf = (actual: States, masked: States, field = ''): readonly Change[] => {
  const { before, after } = actual;
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, ...masked }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    changesOf(within(actual, name), within(masked, name), field === '' ? name : `${field}.${name}`),
  );
};

const shown = (value: unknown): string => (value === undefined ? '(nothing)' : JSON.stringify(value));

export const diff: Command = {
  words: '<stream>',
  min: 1,
  max: 1,
  flags: ['from', 'to', 'reveal'],
  help: 'Shows what changed in a stream between two times or revisions, and which events changed it. Without --to: up to now.',
  run: async (context, call) => {
    const stream = call.words[0] as string;
    const { from, to } = call.flags;
    if (from === undefined) throw new UsageError('diff needs --from, a time like "2026-05-12 19:00" or a revision.');
    const { events: all, mask } = await readStream(context, call);
    const [before, after] = [eventsUntil(all, from), eventsUntil(all, to)];
    const changes = changesOf(
      { before: stateOf(stream, before), after: stateOf(stream, after) },
      { before: stateOf(stream, before.map(mask)), after: stateOf(stream, after.map(mask)) },
    );
    const events = after.slice(before.length).map(({ revision, recordedAt, type, metadata }) => ({
      revision,
      recordedAt,
      type,
      actor: metadata.actor,
    }));
    return {
      lines: [
        ...changes.map((each) => `${each.field}: ${shown(each.before)} → ${shown(each.after)}`),
        ...(changes.length === 0 ? ['Nothing changed.'] : []),
        ...events.map((each) => `  ${each.revision}  ${each.recordedAt}  ${each.type}  by ${each.actor}`),
      ],
      data: { stream, changes, events },
    };
  },
};
