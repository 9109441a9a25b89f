import { useState } from 'react';
import type { ChatLine } from '../chat-lines.ts';

const none: ReadonlySet<string> = new Set();

/** Lines that arrived at the end while it was visible. They are animated. */
export const useFresh = (lines: readonly ChatLine[], atEnd: boolean): ReadonlySet<string> => {
  const newest = lines.at(-1)?.message._id;
  const [last, setLast] = useState({ id: newest, fresh: none });
  if (newest === undefined || newest === last.id) return last.fresh;
  const from = lines.findLastIndex(({ message }) => message._id === last.id);
  const arrived = from === -1 || !atEnd ? [] : lines.slice(from + 1);
  const fresh = new Set(arrived.map(({ message }) => message._id));
  setLast({ id: newest, fresh });
  return fresh;
};
