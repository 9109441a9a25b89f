import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { type RemindersCommand, remindersDecider } from '@quorum/domain/reminder/decider.ts';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { answerEntry } from '../entry/answer.ts';
import { datesNamed, entryOrDateInPath, standingAtEvent } from '../entry/commands.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';

type Choosing = Extract<RemindersCommand, { type: 'ChooseReminder' }> & { readonly entryId: string };

/** The same answer as to a stranger, who must not learn whether the event exists. */
const hasDates = ({ series }: Entry, dates: readonly CalendarDate[]): boolean =>
  dates.every((date) => series !== null && occurrenceOn(series, date) !== undefined);

/** Members' own reminders of events. The reminder of a personal event is the event's. */
export const reminderCommands = (context: DecideContext) => {
  const { aggregates, clock } = context;
  const entryInPath = async (call: Call<'chooseReminder'>): Promise<Entry | Refusal> => {
    const entryId = entryOrDateInPath(call);
    if (isRefusal(entryId)) return entryId;
    const entry = await aggregates.load(entryDecider, entryStream(entryId));
    return entry.status === 'scheduled' && hasDates(entry, datesNamed(call)) ? entry : refuse('event/not-found');
  };
  const factsOf = async (entry: Entry, actorId: string) => {
    if (entry.status !== 'scheduled') return refuse('event/not-found');
    return { ...(await standingAtEvent(context, entry, actorId)), entry, now: clock.now() };
  };
  const onReminders = commandsOn(aggregates, {
    decider: remindersDecider,
    stream: remindersStream,
    missing: 'event/not-found',
    facts: async (_, { entryId }: Choosing, actorId) =>
      factsOf(await aggregates.load(entryDecider, entryStream(entryId)), actorId),
  });
  const onEntry = commandsOn(aggregates, {
    decider: entryDecider,
    stream: entryStream,
    missing: 'event/not-found',
    facts: (entry, _, actorId) => factsOf(entry, actorId),
  });
  const own = onReminders<'chooseReminder'>({
    id: entryOrDateInPath,
    command: ({ body: { minutes }, actor: { userId } }, entryId) => ({
      type: 'ChooseReminder',
      entryId,
      userId,
      minutes,
    }),
    answer: async (accepted, call) => {
      const state = await entryInPath(call);
      return isRefusal(state)
        ? state
        : answerEntry(context, { ...accepted, state }, call.actor.userId, datesNamed(call));
    },
  });
  const personal = onEntry<'chooseReminder'>({
    id: entryOrDateInPath,
    command: ({ body }) => ({ type: 'ChangeEntry', details: {}, times: {}, reminder: body.minutes ?? 'none' }),
    answer: (accepted, call) => answerEntry(context, accepted, call.actor.userId, datesNamed(call)),
  });
  return {
    chooseReminder: async (call, permission) => {
      const entry = await entryInPath(call);
      if (isRefusal(entry)) return entry;
      return entry.groupId === MY_SCHEDULE ? personal(call, permission) : own(call, permission);
    },
  } satisfies Partial<Handlers<'command'>>;
};
