import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { type UserCommand, userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { CommandMetadata, DecideContext } from '../handling/context.ts';

export type UserOutcome = Accepted<User> | Refusal;

/** Sends a command to an account. @param userId the account, by default the actor's own. */
export const changeUser = (
  { aggregates, clock }: DecideContext,
  command: UserCommand,
  metadata: CommandMetadata,
  userId = metadata.actorId,
): Promise<UserOutcome> =>
  aggregates.handle({
    decider: userDecider,
    stream: userStream(userId),
    command,
    metadata,
    facts: () => ({ now: clock.now() }),
  });
