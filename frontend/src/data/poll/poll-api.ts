import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Vote } from '@quorum/contracts/poll/votes.ts';
import type { PollView, VotersView } from '@quorum/contracts/poll/wire.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call, type Keyed } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';
import { isOnPage, pollPatches, type VotersArgs, votersPatches } from './poll-patches.ts';

const asChange = ({ poll }: { readonly poll: PollView }): Change => ({
  name: 'pollUpdated',
  payload: { groupId: poll.groupId, poll },
});

/** Searches for a time. */
export const pollApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    poll: build.query<PollView, { readonly pollId: string; readonly groupId: string }>({
      query: ({ pollId }) => call('poll', { params: { id: pollId } }),
      transformResponse: ({ poll }: AnswerOf<'poll'>) => poll,
      ...liveUpdates<PollView, { readonly pollId: string; readonly groupId: string }>({
        tag: ({ pollId }) => ({ type: 'poll', id: pollId }),
        group: ({ groupId }) => groupId,
        audience: ({ groupId }) => groupAudience(groupId),
        patches: pollPatches,
        // It is gone, which a load says.
        reloads: { pollDeleted: ({ pollId }, known) => pollId === known._id },
      }),
    }),
    /** A page of the board. */
    voters: build.query<VotersView, VotersArgs>({
      query: ({ pollId, after }) => call('voters', { params: { id: pollId }, query: after ? { after } : {} }),
      keepUnusedDataFor: 0,
      ...liveUpdates<VotersView, VotersArgs>({
        tag: ({ pollId }) => ({ type: 'voters', id: pollId }),
        group: ({ groupId }) => groupId,
        patches: votersPatches,
        reloads: {
          pollVoted: (voted, page, { pollId, after }) =>
            voted.pollId === pollId && after === undefined && !isOnPage(page, voted),
          // Votes for a time that was taken off are gone.
          pollUpdated: ({ poll }, _, { pollId }) => poll._id === pollId,
          memberJoined: () => true,
          memberUpdated: () => true,
        },
      }),
    }),
    openPoll: build.mutation<AnswerOf<'openPoll'>, Keyed<BodyInputOf<'openPoll'>>>({
      query: ({ body, idempotencyKey }) => call('openPoll', { body, idempotencyKey }),
      ...announces(asChange),
    }),
    changePoll: build.mutation<
      AnswerOf<'changePoll'>,
      { readonly pollId: string; readonly change: BodyInputOf<'changePoll'> }
    >({
      query: ({ pollId, change }) => call('changePoll', { params: { id: pollId }, body: change }),
      ...announces(asChange),
    }),
    vote: build.mutation<
      AnswerOf<'vote'>,
      { readonly pollId: string; readonly votes: { readonly [optionId: string]: Vote | null } }
    >({
      query: ({ pollId, votes }) => call('vote', { params: { id: pollId }, body: { votes } }),
      ...announces(asChange),
    }),
    decidePoll: build.mutation<AnswerOf<'decidePoll'>, { readonly pollId: string; readonly optionId: string }>({
      query: ({ pollId, optionId }) => call('decidePoll', { params: { id: pollId }, body: { optionId } }),
      ...announces(asChange),
    }),
    cancelPoll: build.mutation<AnswerOf<'cancelPoll'>, string>({
      query: (pollId) => call('cancelPoll', { params: { id: pollId } }),
      ...announces(asChange),
    }),
  }),
});
