import { attemptsStream } from '@quorum/contracts/events/access.ts';
import {
  defaultGroupSettings,
  type GroupSettings,
  groupStream,
  joinCodeStream,
} from '@quorum/contracts/events/group.ts';
import type { Invite } from '@quorum/contracts/text/join-input.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decision } from '../domain/aggregate.ts';
import { attemptsAggregate, refuseAttempt } from '../domain/attempts/attempts.ts';
import { decideCreate, decideJoin } from '../domain/group/decide.ts';
import { type Group, groupAggregate } from '../domain/group/group.ts';
import { joinCodeAggregate } from '../domain/reservation/join-code.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { countAttempt } from './count-attempt.ts';
import { claimLinkCode, claimSixDigitCode } from './join-codes.ts';
import { KeyedQueue } from './keyed-queue.ts';

type NewGroup = {
  readonly name: string;
  readonly description: string;
  readonly settings: GroupSettings | undefined;
  readonly imageId: string | null;
};

/** The same for a repeat of the command, so that it creates one group. */
export const groupIdOf = ({ uuidFrom }: Pick<Context, 'uuidFrom'>, cause: Cause): string =>
  uuidFrom(`group ${cause.commandId}`);

/** Both codes are reserved before the group exists: a crash in between wastes two codes, and never shares one. */
export const createGroup = async (
  context: Context,
  group: NewGroup,
  cause: Cause,
): Promise<Accepted<Group> | Refusal> => {
  const { aggregates } = context;
  const groupId = groupIdOf(context, cause);
  return aggregates.handle(
    groupAggregate,
    groupStream(groupId),
    metadataOf(cause),
    async (state): Promise<Decision> => {
      if (state.status !== 'none') return [];
      const [inviteCode, sixDigitCode] = await Promise.all([
        claimLinkCode(context, groupId, cause),
        claimSixDigitCode(context, groupId, cause),
      ]);
      const { name, description, settings = defaultGroupSettings, imageId } = group;
      return decideCreate(state, {
        groupId,
        ownerId: cause.actorId,
        name,
        description,
        settings,
        inviteCode,
        sixDigitCode,
        imageId,
      });
    },
  );
};

export const changeGroup = (context: Context, groupId: string, cause: Cause, decide: (group: Group) => Decision) =>
  context.aggregates.handle(groupAggregate, groupStream(groupId), metadataOf(cause), decide);

const unknownInvite = (invite: Invite): Refusal =>
  refuse(invite.kind === 'code' ? 'invite/code-unknown' : 'invite/link-unknown');

/** Lookups of one account, and of one address, wait for each other: guesses sent at once are counted before the next is tried. */
const guesses = new KeyedQueue();

/**
 * The group that an invite leads to. Misses are counted by account and by address, and refused past the limit, so that codes
 * cannot be guessed.
 */
export const findInvitedGroup = (
  context: Context,
  invite: Invite,
  address: string,
  cause: Cause,
): Promise<Group | Refusal> => {
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
  return unknownInvite(invite);
};

export const joinGroup = async (
  context: Context,
  invite: Invite,
  address: string,
  cause: Cause,
): Promise<Accepted<Group> | Refusal> => {
  const found = await findInvitedGroup(context, invite, address, cause);
  if (isRefusal(found)) return found;
  return changeGroup(context, found.id, cause, (group) => decideJoin(group, cause.actorId, invite.kind));
};
