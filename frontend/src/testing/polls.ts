import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, PollView } from '@quorum/contracts/poll/wire.ts';
import { person } from './fakes.ts';

/** A proposed time, by its instant. */
export const pollOption = (startsAt: string, yes = 0, ifneedbe = 0): OptionView => {
  const [date = '', time = ''] = startsAt.split('T');
  return { id: optionIdOf(startsAt), date, time: time.slice(0, 5), startsAt, yes, ifneedbe, no: 0 };
};

/** A poll of Ada's for two times. */
export const pollView = (more: Partial<PollView> = {}): PollView => ({
  _id: 'poll-1',
  groupId: 'group-1',
  createdBy: 'user-a',
  creator: person('user-a'),
  name: 'Setup',
  description: '',
  location: 'Pier 4',
  duration: 120,
  timeZone: 'America/New_York',
  closesAt: null,
  state: 'open',
  options: [pollOption('2026-05-22T21:30:00.000Z'), pollOption('2026-05-23T20:00:00.000Z')],
  answered: 0,
  votes: [],
  revision: '1',
  ...more,
});
