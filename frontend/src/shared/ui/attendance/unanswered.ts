import type { EventView } from '@quorum/contracts/entry/wire.ts';

/** Whether only the creator comes, who does without an answer. */
export const isUnanswered = ({ attendance, createdBy }: EventView): boolean => {
  if (attendance === undefined) return true;
  const { maybe, cant, waiting, guests, faces } = attendance;
  return maybe + cant + waiting + guests === 0 && faces.every(({ _id }) => _id === createdBy);
};
