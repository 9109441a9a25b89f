import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { OnPoll } from '@quorum/contracts/poll/rules.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { ballotId, optionViews, type PollDocument, presentPolls, voterView } from '@quorum/service-kit/reads/poll.ts';
import { inGroup } from '../group/membership.ts';
import { joinsOf, loadPeople, type Reading } from '../reading/context.ts';
import { byId, find, inField, type Loader, type Loaders, named } from '../reading/loaders.ts';
import { readAt } from '../reading/read-at.ts';
import { voterPage } from './voters.ts';

/** Polls of a group in one answer. */
const MAX_POLLS = 50;

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
            limit: MAX_POLLS,
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

const ballotOf: Loader['idOf'] = ({ data }) => ballotId(String(data.pollId), String(data.userId));

/** The views that frames carry. */
export const pollLoaders = {
  poll: {
    idOf: named('pollId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'polls', changes.map(named('pollId')));
      return byId(await presentPolls(joinsOf(context), [...found.values()]));
    },
    into: inField('poll'),
    gone: 'pollDeleted',
  },
  votes: {
    idOf: ballotOf,
    load: async ({ context }, changes) => {
      const [found, ballots, people] = await Promise.all([
        find(context, 'polls', changes.map(named('pollId'))),
        find(context, 'votes', changes.map(ballotOf)),
        loadPeople(context, changes.map(named('userId'))),
      ]);
      const shown = changes.flatMap((change) => {
        const [poll, id] = [found.get(named('pollId')(change)), ballotOf(change)];
        if (poll === undefined) return [];
        const { votes = {} } = ballots.get(id) ?? {};
        const voter = voterView({ userId: named('userId')(change), votes }, people);
        const { answered, revision } = poll;
        return [[id, { voter, options: optionViews(poll), answered, revision }] as const];
      });
      return new Map(shown);
    },
    into: (payload, view) => ({ ...payload, ...(view as object) }),
    gone: 'pollDeleted',
  },
} satisfies Partial<Loaders>;
