import type { ReactionEmoji } from '@quorum/contracts/wire/limits.ts';

/** How the reactions are called, for those who do not see them. */
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

/** Offered in the toolbar of a message, without opening anything. */
export const quickReactions = ['👍', '❤️', '🎉'] as const satisfies readonly ReactionEmoji[];
