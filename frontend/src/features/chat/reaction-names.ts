import type { ReactionEmoji } from '@quorum/contracts/kernel/limits.ts';

export const reactionNames: Readonly<Record<ReactionEmoji, string>> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '😂': 'Laugh',
  '😮': 'Surprised',
  '😢': 'Sad',
  '😡': 'Angry',
  '🎉': 'Party',
  '🔥': 'Fire',
};
