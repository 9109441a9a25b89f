import type { Vote } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, PollView } from '@quorum/contracts/poll/wire.ts';
import { monthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { MINUTE_MS, type Moment } from '@quorum/contracts/time/instant.ts';
import { creatorTime, momentLabel, timeLabel, zoneCity } from '@quorum/contracts/time/labels.ts';

export const VOTES: { readonly [V in Vote]: string } = { yes: 'Yes', ifneedbe: 'If need be', no: 'No' };

/** `4:00 PM Denver`, on the clock of the poll, with its day if that differs. Undefined if that clock is the viewer's. */
export const theirTime = ({ startsAt }: OptionView, { timeZone, duration }: PollView, viewerZone: string) => {
  const endsAt = Date.parse(startsAt) + duration * MINUTE_MS;
  if (creatorTime({ startsAt, endsAt }, timeZone, viewerZone) === undefined) return undefined;
  const [date, here] = [localDate(startsAt, timeZone), localDate(startsAt, viewerZone)];
  const day = date === here ? '' : `${monthDayBeside(date, here)}, `;
  return `${day}${timeLabel(startsAt, timeZone)} ${zoneCity(timeZone)}`;
};

/** `5 yes · 1 if need be` */
export const scoreWords = ({ yes, ifneedbe }: Pick<OptionView, 'yes' | 'ifneedbe'>): string =>
  [yes > 0 || ifneedbe === 0 ? [`${yes} yes`] : [], ifneedbe > 0 ? [`${ifneedbe} if need be`] : []].flat().join(' · ');

/** `5 of 8 answered` */
export const answeredWords = ({ answered }: Pick<PollView, 'answered'>, memberCount: number): string =>
  `${answered} of ${memberCount} answered`;

/** The state of the voting in words. Undefined for a decided poll. */
export const stateWords = ({ state, closesAt }: PollView, now: Moment, timeZone: string): string | undefined => {
  switch (state) {
    case 'open':
      return closesAt === null ? 'No deadline' : `Voting ends ${momentLabel(closesAt, now, timeZone)}`;
    case 'closed':
      return 'Voting has ended';
    case 'cancelled':
      return 'This poll was cancelled';
    case 'expired':
      return 'No time was chosen';
    default:
      return undefined;
  }
};

/** There are proposed times for which somebody who has voted has no vote: left open, or added since. */
export const isAskedAgain = ({ state, mine = {}, options }: PollView, now: number): boolean =>
  state === 'open' &&
  Object.keys(mine).length > 0 &&
  options.some(({ id, startsAt }) => mine[id] === undefined && Date.parse(startsAt) > now);
