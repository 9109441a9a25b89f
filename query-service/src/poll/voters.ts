import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { VotersView, VoterView } from '@quorum/contracts/poll/wire.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { type BallotDocument, ballotId, type PollDocument, voterView } from '@quorum/service-kit/reads/poll.ts';
import { cursorText, membersFrom } from '../group/members.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

/** A row of the board, and the place after it. Cursors of voters and of members without votes begin differently. */
type Row = Pick<BallotDocument, 'userId' | 'votes'> & { readonly cursor: string };

const [VOTER, SILENT] = ['v~', 's~'] as const;

/** In the order of their first votes. */
async function* voters({ reads }: Reading, pollId: string, after: string | undefined): AsyncGenerator<Row> {
  const [order, userId = ''] = after?.split('~') ?? [];
  const from = order === undefined ? {} : { after: { value: order, id: ballotId(pollId, userId) } };
  const query = { where: { pollId }, order: { field: 'order', direction: 'asc' }, ...from } as const;
  for await (const page of pagesOf(reads.active, 'votes', query, limits.pollVoters))
    for (const { userId: voter, votes, order: at } of page)
      yield { userId: voter, votes, cursor: `${VOTER}${at}~${voter}` };
}

/** Members without votes, in the order of the group. */
async function* silent(context: Reading, { id, groupId }: PollDocument, after?: string): AsyncGenerator<Row> {
  for await (const page of membersFrom(context, groupId, after, limits.pollVoters)) {
    const ballots = await context.reads.active.getMany(
      'votes',
      page.map(({ userId }) => ballotId(id, userId)),
    );
    for (const member of page)
      if (!ballots.has(ballotId(id, member.userId)))
        yield { userId: member.userId, votes: {}, cursor: `${SILENT}${cursorText(member)}` };
  }
}

async function* rows(context: Reading, poll: PollDocument, after: string = VOTER): AsyncGenerator<Row> {
  const isSilent = after.startsWith(SILENT);
  const place = after.slice(2) || undefined;
  if (!isSilent) yield* voters(context, poll.id, place);
  yield* silent(context, poll, isSilent ? place : undefined);
}

/** One page of the members of a group: those with votes first. */
export const voterPage = async (context: Reading, poll: PollDocument, after?: string): Promise<VotersView> => {
  const found: Row[] = [];
  let next: string | null = null;
  for await (const row of rows(context, poll, after)) {
    if (found.length === limits.pollVoters) {
      next = found.at(-1)?.cursor ?? null;
      break;
    }
    found.push(row);
  }
  const people = await loadPeople(
    context,
    found.map(({ userId }) => userId),
  );
  return { votes: found.map((row): VoterView => voterView(row, people)), next };
};
