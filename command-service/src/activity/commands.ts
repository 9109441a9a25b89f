import { activityDecider } from '@quorum/domain/activity/decider.ts';
import { activityStream } from '@quorum/domain/activity/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { done } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';

/** How far a person has seen what concerns them. */
export const activityCommands = ({ aggregates, clock }: DecideContext) => {
  const onActivity = commandsOn(aggregates, {
    decider: activityDecider,
    stream: activityStream,
    missing: 'session/invalid',
    facts: (_seen, _command, actorId) => ({ actorId, now: clock.now() }),
  });
  return {
    readActivity: onActivity({
      id: ({ actor }) => actor.userId,
      command: ({ body }) => ({ type: 'ReadActivity', upTo: body.upTo }),
      answer: done,
    }),
  } satisfies Partial<Handlers<'command'>>;
};
