import type { EventView } from '@quorum/contracts/entry/wire.ts';

/** My Schedule follows the answers. The group's own schedule dims what the viewer cannot come to. */
export const answerLook = ({ mine }: EventView, isMine: boolean): 'declined' | 'dimmed' | 'maybe' | undefined => {
  if (mine === undefined) return undefined;
  if (mine.answer === 'cant') return isMine ? 'declined' : 'dimmed';
  const isOpen = mine.answer === 'maybe' || mine.place !== null;
  return isMine && isOpen ? 'maybe' : undefined;
};
