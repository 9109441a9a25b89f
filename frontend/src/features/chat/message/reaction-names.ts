import type { ReactionEmoji } from '@quorum/contracts/wire/limits.ts';

/** The names of the reactions, for screen readers. */
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

/** Offered directly in a message's toolbar. */
export const quickReactions = ['👍', '❤️', '🎉'] as const satisfies readonly ReactionEmoji[];
