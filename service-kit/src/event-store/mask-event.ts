import { eventDefinition } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';

const MASK = '•••';

/** Keeps the shape, so that folding a masked event still works. */
const masked = (value: unknown): unknown => {
  if (typeof value === 'string') return MASK;
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner)]));
};

/** The event with its personal fields masked. Erased fields stay `null`. */
export const maskEvent = (event: StoredEvent): StoredEvent => {
  const personal = new Set((eventDefinition(event.type)?.personal ?? []).flatMap(({ fields }) => fields as string[]));
  if (personal.size === 0) return event;
  const data = Object.fromEntries(
    Object.entries(event.data).map(([name, value]) => [name, personal.has(name) ? masked(value) : value]),
  );
  return { ...event, data } as StoredEvent;
};
