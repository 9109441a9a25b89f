import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { type Measurement, median } from '../measure.ts';
import {
  alternately,
  answering,
  ask,
  type Call,
  dayIn,
  elapsed,
  measured,
  plan,
  sending,
  together,
} from './gather-calls.ts';
import { makeTeam, type Team } from './people.ts';
import type { Process } from './product-process.ts';

/** Members who vote in one poll. */
const BOARD = 50;

/** Twenty times, on all of which everybody has voted. */
const fullPoll = async (origin: string, { owner, groupId, tokens }: Team): Promise<PollView> => {
  const options = Array.from({ length: limits.pollOptions }, (_, day) => ({ date: dayIn(10 + day), time: '19:00' }));
  const body = { groupId, name: 'Dinner', duration: 60, timeZone: 'UTC', options };
  const { poll }: { poll: PollView } = JSON.parse(
    await ask(origin, owner.token, { method: 'POST', path: '/api/polls', body }),
  );
  const all = Object.fromEntries(poll.options.map(({ id }, at) => [id, at % 2 === 0 ? 'yes' : 'no']));
  for (const token of tokens)
    await ask(origin, token, { method: 'PUT', path: `/api/polls/${poll._id}/votes`, body: { votes: all } });
  return poll;
};

/** Of a poll in which everybody has voted on everything. */
export const boardFigures = async ({ origin }: Process): Promise<readonly Measurement[]> => {
  const team = await makeTeam({ origin }, BOARD - 1);
  const [eventId, { _id, options }] = [await plan(origin, team), await fullPoll(origin, team)];
  await together(origin, team, sending(team.groupId));
  const get = (path: string) => ask(origin, team.owner.token, { method: 'GET', path });
  const size = `a board of ${BOARD} members and ${limits.pollOptions} times`;
  const shown = await alternately(
    () => elapsed(() => get(`/api/messages/group/${team.groupId}?limit=50`)),
    () => elapsed(() => Promise.all([get(`/api/polls/${_id}`), get(`/api/polls/${_id}/votes`)])),
  );
  const voting = (member: number, turn: number): Call => ({
    method: 'PUT',
    path: `/api/polls/${_id}/votes`,
    body: { votes: { [options[turn % options.length]?.id ?? '']: (member + turn) % 3 === 0 ? 'yes' : 'ifneedbe' } },
  });
  const voted = await alternately(
    async () => median(await together(origin, team, answering(eventId))),
    async () => median(await together(origin, team, voting)),
  );
  return [
    measured({ what: size, against: 'a page of 50 messages', unit: 'ms', most: 2 }, shown),
    measured({ what: `PUT …/votes on ${size}, p50`, against: 'PUT …/rsvp', unit: 'ms', most: 1.5 }, voted),
  ];
};
