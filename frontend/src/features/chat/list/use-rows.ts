import { useMemo, useReducer } from 'react';
import type { ChatLine } from '../chat-lines.ts';
import { chatRows, type Folds } from '../chat-rows.ts';
import type { Opening } from './use-opening.ts';

type Shown = {
  readonly lines: readonly ChatLine[];
  readonly firstNew: string | undefined;
  readonly timeZone: string;
  readonly opening: Opening;
};

const withOpened = (folds: Folds, messageId: string): Folds => ({
  ...folds,
  opened: new Set([...folds.opened, messageId]),
});

/** The rows of the list, and `unfold` for the events among which a message is. */
export const useRows = ({ lines, firstNew, timeZone, opening }: Shown) => {
  const [folds, unfold] = useReducer(withOpened, undefined, () => ({
    // Cards that come while somebody reads stay where they are.
    upTo: lines.findLast(({ outgoing }) => outgoing === undefined)?.message.order ?? '',
    opened: new Set([opening.linkedId, opening.focusedId].flatMap((id) => id ?? [])),
  }));
  const rows = useMemo(() => chatRows(lines, firstNew, timeZone, folds), [lines, firstNew, timeZone, folds]);
  return { rows, unfold };
};
