import { reactionPalette } from '@quorum/contracts/message/rules.ts';
import type { ReactionView } from '@quorum/contracts/message/wire.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import {
  LISTED_REACTORS,
  type ReactionDocument,
  reactionId,
  reactionViews,
} from '@quorum/service-kit/reads/message.ts';

type Views = readonly ReactionView[];

/** Reactions read per page of messages. If there are more, the store counts those of crowded messages. */
const READ_REACTIONS = 2_000;
/** Above any group's size. */
const CAP = 1_000_000;

const inOrder = (active: Reads, messageId: string | readonly string[], limit: number) =>
  active.query('reactions', { where: { messageId }, order: { field: 'at', direction: 'asc' }, limit });

/** Reactions to some messages. @param viewerId their reader, if there is one */
export const reactionsTo = async (
  active: Reads,
  messageIds: readonly string[],
  viewerId: string | undefined,
): Promise<ReadonlyMap<string, Views>> => {
  const found = await inOrder(active, messageIds, READ_REACTIONS + 1);
  if (found.length > READ_REACTIONS) {
    const each = messageIds.map(async (id) => [id, await reactionsToOne(active, id, viewerId)] as const);
    return new Map(await Promise.all(each));
  }
  const byMessage = new Map<string, ReactionDocument[]>(messageIds.map((id) => [id, []]));
  for (const reaction of found) byMessage.get(reaction.messageId)?.push(reaction);
  return new Map([...byMessage].map(([id, reactions]) => [id, reactionViews(reactions, viewerId)]));
};

const reactionsToOne = async (active: Reads, messageId: string, viewerId: string | undefined): Promise<Views> => {
  const first = await inOrder(active, messageId, LISTED_REACTORS + 1);
  const listed = reactionViews(first, viewerId);
  return first.length > LISTED_REACTORS ? counted(active, messageId, { listed, viewerId }) : listed;
};

type Crowd = { readonly listed: Views; readonly viewerId: string | undefined };

/** @param crowd the views of the first reactions only */
const counted = async (active: Reads, messageId: string, { listed, viewerId }: Crowd): Promise<Views> => {
  const idOf = (emoji: string): string => reactionId(messageId, viewerId ?? '', emoji);
  const [own, counts] = await Promise.all([
    active.getMany('reactions', viewerId === undefined ? [] : reactionPalette.map(idOf)),
    Promise.all(reactionPalette.map((emoji) => active.count('reactions', { where: { messageId, emoji } }, CAP))),
  ]);
  const countOf = new Map<string, number>(reactionPalette.map((emoji, at) => [emoji, counts[at] ?? 0]));
  const ordered = new Set([...listed.map(({ emoji }) => emoji), ...reactionPalette]);
  return [...ordered].flatMap((emoji) => {
    const users = new Set(listed.find((one) => one.emoji === emoji)?.users);
    if (viewerId !== undefined && own.has(idOf(emoji))) users.add(viewerId);
    const count = countOf.get(emoji) ?? 0;
    return count === 0 ? [] : [{ emoji, users: [...users], count }];
  });
};
