import { useMemo, useReducer } from 'react';
import type { ChatLine } from '../chat-lines.ts';
import { chatRows, type Fold, type Folds } from '../chat-rows.ts';
import type { Opening } from './use-opening.ts';

type Shown = {
  readonly lines: readonly ChatLine[];
  readonly firstNew: string | undefined;
  readonly timeZone: string;
  readonly opening: Opening;
};

const folded = (folds: Folds, fold: Fold): Folds => {
  if ('open' in fold) return { ...folds, opened: new Set([...folds.opened, fold.open]) };
  const closed = new Set(fold.close.map(({ message }) => message._id));
  return { ...folds, opened: new Set([...folds.opened].filter((id) => !closed.has(id))) };
};

/** The rows of the list, and `fold`. */
export const useRows = ({ lines, firstNew, timeZone, opening }: Shown) => {
  const [folds, fold] = useReducer(folded, undefined, () => ({
    // Cards that come while somebody reads stay where they are.
    upTo: lines.findLast(({ outgoing }) => outgoing === undefined)?.message.order ?? '',
    opened: new Set([opening.linkedId, opening.focusedId].flatMap((id) => id ?? [])),
  }));
  const rows = useMemo(() => chatRows(lines, firstNew, timeZone, folds), [lines, firstNew, timeZone, folds]);
  return { rows, fold };
};
