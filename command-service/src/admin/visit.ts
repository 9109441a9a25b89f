import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { type Visit, type VisitCommand, visitDecider } from '@quorum/domain/admin/decider.ts';
import { adminStream } from '@quorum/domain/admin/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { Cause, Context } from '../handling/context.ts';

/** An administrator, as named in the credentials. */
export type Administrator = { readonly username: string; readonly cause: Cause };

type Handle = Pick<Context, 'aggregates'>;

export const visitIdOf = ({ commandId }: Cause): string => deterministicUuid(`admin visit ${commandId}`);

const onVisit = (
  { aggregates }: Handle,
  command: VisitCommand,
  { username, cause }: Administrator,
): Promise<Accepted<Visit> | Refusal> =>
  aggregates.handle({
    decider: visitDecider,
    stream: adminStream(command.visitId),
    command,
    cause,
    facts: () => ({ actorId: username }),
  });

/** Records that an administrator signed in. The credentials have been checked already. */
export const signIn = (context: Handle, visitId: string, who: Administrator) =>
  onVisit(context, { type: 'SignIn', visitId }, who);

export const signOut = (context: Handle, visitId: string, who: Administrator) =>
  onVisit(context, { type: 'SignOut', visitId }, who);
