import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';

/** Says how many others a deletion affects. */
export function GoingNote({ event: { attendance, mine } }: { event: EventView }) {
  const others = (attendance?.going ?? 0) - (mine?.answer === 'going' && mine.place === null ? 1 : 0);
  if (others <= 0) return null;
  return <p>{`${counted(others, 'person', 'people')} said they’re going. They’ll see it in the chat.`}</p>;
}
