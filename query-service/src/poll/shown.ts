import { ballotId, optionViews, presentPolls, voterView } from '@quorum/service-kit/reads/poll.ts';
import { joinsOf, loadPeople } from '../reading/context.ts';
import { byId, find, inField, type Loader, type Loaders, named } from '../reading/shown.ts';

const ballotOf: Loader['idOf'] = ({ data }) => ballotId(String(data.pollId), String(data.userId));

/** What frames show of it. */
export const pollsShown = {
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
