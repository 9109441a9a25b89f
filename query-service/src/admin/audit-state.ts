import type { AuditState, StateField, StateValue } from '@quorum/contracts/audit/wire.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { maskEvent } from '@quorum/service-kit/event-store/mask-event.ts';
import { streamState } from '@quorum/service-kit/event-store/stream-state.ts';
import { type Context, loadPeople, type Reading } from '../reading/context.ts';

/** Maximum number of fields shown; a group of a thousand members has more. */
const MAX_FIELDS = 200;

type Flat = ReadonlyMap<string, StateValue>;

const isScalar = (value: unknown): value is StateValue => value === null || typeof value !== 'object';

/** `{a: {b: 1}, c: [2]}` as `a › b` and `c › 1`. */
const flatten = (value: unknown, name = ''): readonly (readonly [string, StateValue])[] => {
  if (isScalar(value)) return [[name, value]];
  const parts = Array.isArray(value)
    ? value.map((inner, index) => [String(index + 1), inner] as const)
    : Object.entries(value as object);
  return parts.flatMap(([part, inner]) => flatten(inner, name === '' ? part : `${name} › ${part}`));
};

/** A state may be `null`: a session that gets no pushes. */
const flat = (state: unknown): Flat => new Map(state === undefined || state === null ? [] : flatten(state));

/** Before and after an event. */
type States = readonly [Flat, Flat];

const valuesOf = ([before, after]: States, name: string) =>
  [before.get(name) ?? null, after.get(name) ?? null] as const;

/** Fields after the event, and those that it removed. Compares `actual` values, because all masked texts look alike. */
const fieldsOf = (actual: States, masked: States): readonly StateField[] =>
  [...new Set([...masked[1].keys(), ...masked[0].keys()])].slice(0, MAX_FIELDS).map((name) => {
    const [before, value] = valuesOf(masked, name);
    const [was, is] = valuesOf(actual, name);
    return was === is ? { name, value } : { name, value, before };
  });

/** Replaces ids of people and groups by their names. */
const withNames = async (context: Reading, fields: readonly StateField[]) => {
  const texts = fields.flatMap(({ name, value, before }) => [...name.split(' '), value, before]);
  const ids = [...new Set(texts.filter((text): text is string => typeof text === 'string' && ID_FORM.test(text)))];
  const [people, groups] = await Promise.all([loadPeople(context, ids), context.reads.active.getMany('groups', ids)]);
  const named = (text: string): string => {
    const person = people.get(text);
    const name = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim();
    return name || groups.get(text)?.name || text;
  };
  const shown = (value: StateValue): StateValue => (typeof value === 'string' ? named(value) : value);
  return fields.map(({ name, value, before }) => ({
    name: name.split(' ').map(named).join(' '),
    value: shown(value),
    ...(before === undefined ? {} : { before: shown(before) }),
  }));
};

/** The state of a stream after one of its events, and what that event changed. User text is masked. */
export const auditState = async (
  context: Pick<Context, 'reads' | 'history'>,
  stream: string,
  revision: number | undefined,
): Promise<AuditState | Refusal> => {
  const events = await context.history.read(stream);
  const last = events.length - 1;
  const shown = events[Math.min(revision ?? last, last)];
  if (shown === undefined) return refuse('request/not-found');
  const around = (all: readonly StoredEvent[]): States => {
    const after = all.slice(0, shown.revision + 1);
    const before = after.slice(0, -1);
    return [flat(before.length === 0 ? undefined : streamState(stream, before)), flat(streamState(stream, after))];
  };
  const fields = await withNames(context, fieldsOf(around(events), around(events.map(maskEvent))));
  return { stream, revision: shown.revision, at: shown.recordedAt, last, fields };
};
