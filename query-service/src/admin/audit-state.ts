import type { AuditState, StateField, StateValue } from '@quorum/contracts/audit/wire.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
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

const flat = (state: unknown): Flat => new Map(state === undefined ? [] : flatten(state));

/** What exists after the event, and what it removed. */
const fieldsOf = (before: Flat, after: Flat): readonly StateField[] =>
  [...new Set([...after.keys(), ...before.keys()])].slice(0, MAX_FIELDS).map((name) => {
    const [was = null, value = null] = [before.get(name), after.get(name)];
    return was === value ? { name, value } : { name, value, before: was };
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
  const events = (await context.history.read(stream)).map(maskEvent);
  const last = events.length - 1;
  const shown = events[Math.min(revision ?? last, last)];
  if (shown === undefined) return refuse('request/not-found');
  const [before, after] = [shown.revision, shown.revision + 1].map((end) => {
    const upTo = events.slice(0, end);
    return flat(upTo.length === 0 ? undefined : streamState(stream, upTo));
  }) as [Flat, Flat];
  const fields = await withNames(context, fieldsOf(before, after));
  return { stream, revision: shown.revision, at: shown.recordedAt, last, fields };
};
