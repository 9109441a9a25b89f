import { hasFields } from '../../../shared/lib/has-fields.ts';
import { putStateOfEntry } from '../../../shared/lib/history-entry.ts';
import type { Place } from './reading-slice.ts';

/** How an entry of the history was left: where in the chat (`null` at its end), and on which message the focus was. */
export type Visit = { readonly place: Place | null; readonly focusedId: string | null };

type State = { readonly visit: Visit };

const isState = (value: unknown): value is State =>
  hasFields(value, { visit: 'object' }) && hasFields(value.visit, { place: 'object' });

/** Keeps it in the present entry, so that Back, Forward and a reload return there. */
export const keepVisit = (visit: Visit): void => putStateOfEntry({ visit });

/** @param state of an entry. @returns undefined for one that is entered for the first time. */
export const visitOf = (state: unknown): Visit | undefined => (isState(state) ? state.visit : undefined);
