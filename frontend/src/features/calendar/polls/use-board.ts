import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { leading, type Vote } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, PollView } from '@quorum/contracts/poll/wire.ts';
import { addDays, localDate } from '@quorum/contracts/time/days.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { useMemo, useState } from 'react';
import { NO_CONNECTION, useIsOffline } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { eventsIn, useEvents } from '../../../data/calendar-entry/use-events.ts';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { selectSession } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

/** Everything that a board shows, and what can be done on it. */
export type Board = {
  readonly poll: PollView;
  readonly group: GroupView;
  readonly userId: string;
  readonly user: UserView | undefined;
  readonly now: number;
  readonly timeZone: string;
  /** The best of the times that are ahead; several are tied. */
  readonly leaders: readonly OptionView[];
  /** The time to make an event of, if there is one. */
  readonly chosen: OptionView | undefined;
  /** Undefined for those who may not decide. */
  readonly choose: ((optionId: string) => void) | undefined;
  readonly vote: (optionId: string, vote: Vote | null) => void;
  /** The viewer's own events at each time. Nobody else’s are known. */
  readonly ownEvents: ReadonlyMap<string, string>;
};

export const isOver = ({ startsAt }: Pick<OptionView, 'startsAt'>, now: number): boolean => Date.parse(startsAt) <= now;

export const canVoteFor = (poll: PollView, option: OptionView, now: number): boolean =>
  poll.state === 'open' && (poll.closesAt === null || Date.parse(poll.closesAt) > now) && !isOver(option, now);

/** By option, the name of what the viewer has then. Events that they cannot come to leave the time free. */
const useOwnEvents = (
  { options, duration }: Pick<PollView, 'options' | 'duration'>,
  timeZone: string,
): ReadonlyMap<string, string> => {
  const [first, last] = [options[0]?.startsAt ?? '', options.at(-1)?.startsAt ?? ''];
  const range = useMemo(
    () =>
      first === ''
        ? undefined
        : {
            startDate: localDate(first, timeZone),
            endDate: addDays(localDate(Date.parse(last) + duration * MINUTE_MS, timeZone), 1),
          },
    [first, last, duration, timeZone],
  );
  const events = eventsIn(useEvents(MY_SCHEDULE, range));
  return useMemo(() => {
    const found = options.flatMap(({ id, startsAt }) => {
      const from = Date.parse(startsAt);
      const until = from + duration * MINUTE_MS;
      const event = events.find(
        ({ startsAt: start, endsAt, mine }) =>
          mine?.answer !== 'cant' && Date.parse(start) < until && Date.parse(endsAt) > from,
      );
      return event === undefined ? [] : [[id, event.name] as const];
    });
    return new Map(found);
  }, [events, options, duration]);
};

const leads = ({ role }: GroupView): boolean => role === 'owner' || role === 'admin';

/** Whether the viewer may decide or cancel it. */
const maySettle = (poll: PollView, group: GroupView, userId: string): boolean =>
  (poll.state === 'open' || poll.state === 'closed') && (poll.createdBy === userId || leads(group));

/** Several votes may be on their way. A failure is shown in words. */
const useVoting = (pollId: string): Board['vote'] => {
  const toast = useToast();
  const isOffline = useIsOffline();
  const [cast] = pollApi.useVoteMutation();
  const send = async (optionId: string, vote: Vote | null): Promise<void> => {
    if (isOffline) return void toast(NO_CONNECTION, 'error');
    const { error } = await cast({ pollId, votes: { [optionId]: vote } });
    if (error !== undefined) toast(errorText(error, 'Your vote wasn’t saved. Try again.'), 'error');
  };
  return (optionId, vote) => void send(optionId, vote);
};

const NOTHING = { options: [], duration: 0 };

/** The option that was picked while it is ahead, else the one that leads alone. */
const chosenOf = (
  ahead: readonly OptionView[],
  leaders: readonly OptionView[],
  picked: string | undefined,
): OptionView | undefined => ahead.find(({ id }) => id === picked) ?? (leaders.length === 1 ? leaders[0] : undefined);

/** Undefined until the poll has loaded. */
export const useBoard = (pollId: string, poll: PollView | undefined, group: GroupView): Board | undefined => {
  const { user } = useAppSelector(selectSession);
  const userId = user?._id ?? '';
  const [now, timeZone] = [useMinute(), useTimeZone()];
  const [picked, choose] = useState<string>();
  const vote = useVoting(pollId);
  const ownEvents = useOwnEvents(poll ?? NOTHING, timeZone);
  if (poll === undefined) return undefined;
  const ahead = poll.options.filter((option) => !isOver(option, now));
  const leaders = leading(ahead);
  const chosen = chosenOf(ahead, leaders, picked);
  const mayChoose = maySettle(poll, group, userId);
  const viewer = { userId, user: user ?? undefined, now, timeZone };
  return { poll, group, ...viewer, leaders, chosen, choose: mayChoose ? choose : undefined, vote, ownEvents };
};
