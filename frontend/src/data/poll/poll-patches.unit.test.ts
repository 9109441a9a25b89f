import type { PollView, VotersView } from '@quorum/contracts/poll/wire.ts';
import { describe, expect, it } from 'vitest';
import { person } from '../../testing/fakes.ts';
import { pollOption, pollView } from '../../testing/polls.ts';
import { pollPatches, votersPatches } from './poll-patches.ts';

const option = (id: string, yes = 0) => ({ ...pollOption(`2030-05-1${id}T10:00:00.000Z`, yes), id });
const poll = (more: Partial<PollView> = {}): PollView =>
  pollView({
    _id: 'p1',
    groupId: 'g1',
    options: [option('1'), option('2')],
    mine: { 1: 'yes' },
    revision: '5',
    ...more,
  });
const about = { arg: undefined, at: undefined, userId: 'me' };
const voted = (by: string, revision: string, votes = { 1: 'yes' } as const) => ({
  groupId: 'g1',
  pollId: 'p1',
  voter: { user: person(by), votes },
  options: [option('1', 1), option('2')],
  answered: 1,
  revision,
});

describe('a poll in the cache', () => {
  it('a poll in the cache keeps the viewer’s own votes when everybody hears of a change, but for times that are gone', () => {
    const { mine, ...shared } = poll({ revision: '6', name: 'Fair', options: [option('2'), option('3')] });
    const next = pollPatches.pollUpdated?.(
      poll({ mine: { 1: 'yes', 2: 'no' } }),
      { groupId: 'g1', poll: shared },
      about,
    );
    expect(next).toMatchObject({ name: 'Fair', mine: { 2: 'no' } });
    expect(mine).toBeDefined();
  });

  it('a poll in the cache takes only newer views and votes, of its own poll', () => {
    const known = poll();
    expect(pollPatches.pollUpdated?.(known, { groupId: 'g1', poll: poll({ name: 'Old', revision: '5' }) }, about)).toBe(
      known,
    );
    expect(pollPatches.pollUpdated?.(known, { groupId: 'g1', poll: poll({ _id: 'p2', revision: '9' }) }, about)).toBe(
      known,
    );
    expect(pollPatches.pollVoted?.(known, voted('ben', '5'), about)).toBe(known);
  });

  it('a poll in the cache follows each vote, and one’s own from another browser', () => {
    const next = pollPatches.pollVoted?.(poll({ mine: {} }), voted('ben', '6'), about);
    expect(next).toMatchObject({
      answered: 1,
      mine: {},
      options: [{ yes: 1 }, { yes: 0 }],
      votes: [{ votes: { 1: 'yes' } }],
    });
    expect(pollPatches.pollVoted?.(poll({ mine: {} }), voted('me', '6'), about)).toMatchObject({ mine: { 1: 'yes' } });
  });
});

it('a row of the board stays in its place when its votes change', () => {
  const page: VotersView = {
    votes: [
      { user: person('a'), votes: {} },
      { user: person('ben'), votes: {} },
    ],
    next: null,
  };
  const on = { ...about, arg: { pollId: 'p1', groupId: 'g1' } };
  const next = votersPatches.pollVoted?.(page, voted('ben', '6'), on);
  expect(next?.votes.map(({ user, votes }) => [user._id, votes])).toEqual([
    ['a', {}],
    ['ben', { 1: 'yes' }],
  ]);
  expect(votersPatches.pollVoted?.(page, { ...voted('ben', '6'), pollId: 'p2' }, on)).toBe(page);
});
