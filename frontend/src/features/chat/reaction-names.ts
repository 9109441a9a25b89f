import type { ReactionEmoji } from '@quorum/contracts/message/rules.ts';

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
