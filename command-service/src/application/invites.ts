import { attemptsStream } from '@quorum/contracts/events/access.ts';
import { groupStream, joinCodeStream } from '@quorum/contracts/events/group.ts';
import { type Invite, parseJoinInput } from '@quorum/contracts/text/join-input.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { attemptsAggregate, refuseAttempt } from '../domain/attempts/attempts.ts';
import { decideJoin } from '../domain/group/decide.ts';
import { type Group, groupAggregate } from '../domain/group/group.ts';
import { joinCodeAggregate } from '../domain/reservation/join-code.ts';
import type { Cause, Context } from './context.ts';
import { countAttempt } from './count-attempt.ts';
import { changeGroup, type GroupOutcome } from './groups.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Lookups of one account, and of one address, wait for each other: guesses sent at once are counted before the next is tried. */
const guesses = new KeyedQueue();

/**
 * The group that an invite leads to. Misses are counted by account and by address, and refused past the limit, so that codes
 * cannot be guessed.
 */
const findGroup = (context: Context, invite: Invite, address: string, cause: Cause): Promise<Group | Refusal> => {
  const addressKey = context.secrets.privateKey('address', address);
  return guesses.run(`account ${cause.actorId}`, () =>
    guesses.run(`address ${addressKey}`, () => lookUp(context, invite, addressKey, cause)),
  );
};

const lookUp = async (context: Context, invite: Invite, addressKey: string, cause: Cause): Promise<Group | Refusal> => {
  const { aggregates, clock } = context;
  const counters = [
    ['join-misses-of-account', cause.actorId],
    ['join-misses-of-address', addressKey],
  ] as const;
  for (const [kind, key] of counters) {
    const misses = await aggregates.load(attemptsAggregate, attemptsStream(kind, key));
    const refusal = refuseAttempt(misses, kind, clock.now());
    if (refusal !== undefined) return refusal;
  }
  const { groupId } = await aggregates.load(joinCodeAggregate, joinCodeStream(invite.value));
  if (groupId !== undefined) {
    const group = await aggregates.load(groupAggregate, groupStream(groupId));
    if (group.status === 'active') return group;
  }
  for (const [kind, key] of counters) {
    const counted = await countAttempt(context, kind, key, cause, `${invite.kind} ${invite.value}`);
    if (isRefusal(counted)) return counted;
  }
  return refuse(invite.kind === 'code' ? 'invite/code-unknown' : 'invite/link-unknown');
};

/** The group behind a code or link, before one joins it. @param input what the person typed, or the code of a link. */
export const findInvitedGroup = async (
  context: Context,
  input: string,
  address: string,
  cause: Cause,
): Promise<Group | Refusal> => {
  const invite = parseJoinInput(input);
  if (invite.kind === 'error') return refuse('request/invalid', { text: invite.error });
  return findGroup(context, invite, address, cause);
};

/** As {@link findInvitedGroup}, and joins it. */
export const joinGroup = async (
  context: Context,
  input: string,
  address: string,
  cause: Cause,
): Promise<GroupOutcome> => {
  const invite = parseJoinInput(input);
  if (invite.kind === 'error') return refuse('request/invalid', { text: invite.error });
  const found = await findGroup(context, invite, address, cause);
  if (isRefusal(found)) return found;
  return changeGroup(context, found.id, cause, (group) => decideJoin(group, cause.actorId, invite.kind));
};
