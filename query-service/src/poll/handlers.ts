import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { OnPoll } from '@quorum/contracts/poll/rules.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { type PollDocument, presentPolls } from '@quorum/service-kit/reads/poll.ts';
import { inGroup } from '../group/membership.ts';
import { joinsOf, type Reading } from '../reading/context.ts';
import { readAt } from '../reading/read-at.ts';
import { voterPage } from './voters.ts';

/** Polls of a group in one answer. */
const MOST = 50;

type InPath = {
  readonly params: Readonly<Record<string, string>>;
  readonly actor: { readonly userId: string };
};

/** The poll that a path names, or the permission's refusal. */
const pollInPath = async (
  { reads: { active } }: Reading,
  { params: { id = '' }, actor: { userId: actorId } }: InPath,
  permission: (facts: OnPoll) => Refusal | undefined,
): Promise<PollDocument | Refusal> => {
  const poll = await active.get('polls', id);
  if (poll === undefined) return refuse('poll/not-found');
  const standing = await active.get('memberships', membershipId(poll.groupId, actorId));
  return permission({ actorId, creatorId: poll.creatorId, role: standing?.role }) ?? poll;
};

export const pollHandlers = (context: Reading) =>
  ({
    polls: ({ query: { groupId, state }, actor: { userId } }, permission) =>
      inGroup(context, { groupId, actorId: userId }, permission, () =>
        readAt(context.reads, groupAudience(groupId), async () => {
          const polls = await context.reads.active.query('polls', {
            where: { groupId, ...(state && { state }) },
            order: { field: 'createdAt', direction: 'desc' },
            limit: MOST,
          });
          return { polls: await presentPolls(joinsOf(context), polls, userId) };
        }),
      ),
    poll: async (call, permission) => {
      const found = await pollInPath(context, call, permission);
      if (isRefusal(found)) return found;
      return readAt(context.reads, groupAudience(found.groupId), async () => {
        const [poll] = await presentPolls(joinsOf(context), [found], call.actor.userId);
        return poll === undefined ? refuse('poll/not-found') : { poll };
      });
    },
    voters: async (call, permission) => {
      const found = await pollInPath(context, call, permission);
      return isRefusal(found) ? found : { body: await voterPage(context, found, call.query.after) };
    },
  }) satisfies Partial<Handlers<'query'>>;
