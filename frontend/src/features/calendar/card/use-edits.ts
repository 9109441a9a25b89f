import { type EventTexts, textsOf } from '@quorum/contracts/entry/texts.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';

/** The fields that can be edited in place. */
export type Details = EventTexts;

/** An edit: the values it started from, and the typed ones. `moved`: it was begun on another date, as this sentence says. */
export type Edit = { readonly from: Details; readonly typed: Details; readonly moved?: string | undefined };

export const detailsOf = (event: EventView): Details => textsOf(event);

/** Only fields changed here are sent, so concurrent changes elsewhere stay. */
export const changedDetails = ({ from, typed }: Edit): Partial<Details> =>
  Object.fromEntries(
    (Object.keys(typed) as (keyof Details)[])
      .filter((field) => typed[field].trim() !== from[field])
      .map((field) => [field, typed[field].trim()]),
  );

/** The value that another browser gave a field since the edit began. */
export const newerValue = (field: keyof Details, { from }: Edit, event: EventView): string | undefined =>
  event[field] === from[field] ? undefined : event[field];

export type Edits = {
  readonly isExpanded: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly of: (id: string) => Edit | undefined;
  readonly ids: readonly string[];
  readonly begin: (event: EventView) => void;
  readonly type: (id: string, typed: Details) => void;
  readonly end: (id: string) => void;
  /** Goes on with the edit of an event on the card of another one. */
  readonly move: (id: string, to: string, moved: string | undefined) => void;
};

type Kept = { readonly expanded: ReadonlySet<string>; readonly edits: ReadonlyMap<string, Edit> };

const without = (edits: Kept['edits'], id: string): Kept['edits'] =>
  new Map([...edits].filter(([known]) => known !== id));

/** Open cards and edits, by group. They outlive the schedule that shows them. */
export const UnsavedEdits = createContext<Map<string, Kept> | undefined>(undefined);

/** Kept above the list, so a card keeps its typed text when it is scrolled out of sight, reloaded, or left for the chat. */
export function useEdits(groupId: string): Edits {
  const kept = useContext(UnsavedEdits);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => kept?.get(groupId)?.expanded ?? new Set());
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(() => kept?.get(groupId)?.edits ?? new Map());
  useEffect(() => void kept?.set(groupId, { expanded, edits }), [kept, groupId, expanded, edits]);

  const toggle = useCallback((id: string) => {
    setExpanded((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const begin = useCallback((event: EventView) => {
    const from = detailsOf(event);
    setEdits((old) => new Map(old).set(event._id, { from, typed: from }));
  }, []);
  const type = useCallback((id: string, typed: Details) => {
    setEdits((old) => {
      const edit = old.get(id);
      return edit ? new Map(old).set(id, { ...edit, typed }) : old;
    });
  }, []);
  const end = useCallback(
    (id: string) => {
      setEdits((old) => without(old, id));
      // A save may end after the schedule was left.
      const left = kept?.get(groupId);
      if (left !== undefined) kept?.set(groupId, { ...left, edits: without(left.edits, id) });
    },
    [kept, groupId],
  );
  const move = useCallback((id: string, to: string, moved: string | undefined) => {
    setEdits((old) => {
      const edit = old.get(id);
      return edit ? new Map(without(old, id)).set(to, { ...edit, moved }) : old;
    });
    setExpanded((old) => new Set(old).add(to));
  }, []);
  return useMemo(
    () => ({
      isExpanded: (id) => expanded.has(id),
      toggle,
      of: (id) => edits.get(id),
      ids: [...edits.keys()],
      begin,
      type,
      end,
      move,
    }),
    [expanded, edits, toggle, begin, type, end, move],
  );
}
