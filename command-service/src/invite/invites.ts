import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type Invite, parseJoinInput } from '@quorum/contracts/text/join-input.ts';
import { hasAttempted, refuseAttempt } from '@quorum/domain/attempts/decider.ts';
import { groupDecider, refuseInvitation, refuseRemoved } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import { joinCodeDecider } from '@quorum/domain/join-code/decider.ts';
import { joinCodeStream } from '@quorum/domain/join-code/events.ts';
import type { GroupOutcome } from '../group/details.ts';
import type { CommandMetadata, DecideContext } from '../handling/context.ts';
import { KeyedQueue } from '../handling/queues.ts';
import { type Counter, countAttempt, countedSoFar, counterOfAddress, refuseCounted } from '../session/count-attempt.ts';

/** Guesses by one account queue up, so that concurrent ones are counted before the next is tried. */
const guesses = new KeyedQueue();

/** Counts misses per account and per address, so that neither one account nor many accounts at one address can guess codes. */
type Counters = { readonly account: Counter; readonly address: Counter };

/**
 * Whether this account may try. At an address where too many accounts have missed, an account that has missed itself may not try
 * another code; others there may. Links are too long to guess, so addresses do not matter for them.
 */
const refuseTry = async (context: DecideContext, { kind }: Invite, { account, address }: Counters) => {
  const now = context.clock.now();
  const own = await countedSoFar(context, account);
  const refusal = refuseAttempt(own, account.kind, now);
  if (refusal !== undefined || kind === 'link' || !hasAttempted(own, account.kind, now)) return refusal;
  return refuseCounted(context, address);
};

const lookUp = async (
  context: DecideContext,
  invite: Invite,
  counters: Counters,
  metadata: CommandMetadata,
): Promise<Group | Refusal> => {
  const refusal = await refuseTry(context, invite, counters);
  if (refusal !== undefined) return refusal;
  const { aggregates } = context;
  const { lastGroupId } = await aggregates.load(joinCodeDecider, joinCodeStream(invite.value));
  if (lastGroupId !== undefined) {
    const stream = groupStream(lastGroupId);
    const group = await aggregates.load(groupDecider, stream);
    if (refuseInvitation(group, invite) === undefined) return group;
    // Someone who repeats their joining joined while the invitation was valid.
    if (await aggregates.knows(groupDecider, stream, metadata.commandId)) return group;
  }
  const tried = `${invite.kind} ${invite.value}`;
  const counted = await countAttempt(context, { ...counters.account, tried }, metadata);
  if (isRefusal(counted)) return counted;
  const countedThere = await countAttempt(context, { ...counters.address, tried, oncePerAccount: true }, metadata);
  if (isRefusal(countedThere)) return countedThere;
  return refuse(invite.kind === 'code' ? 'invite/code-unknown' : 'invite/link-unknown');
};

type Found = { readonly group: Group; readonly invite: Invite };

/**
 * The group an invite leads to, as far as this person may see it. @param input what the person typed, or the code from a link.
 */
export const findGroup = async (
  context: DecideContext,
  input: string,
  address: string,
  metadata: CommandMetadata,
): Promise<Found | Refusal> => {
  const invite = parseJoinInput(input);
  if (invite.kind === 'error') return refuse('request/invalid', { text: invite.error });
  const counters: Counters = {
    account: { kind: 'join-misses-of-account', key: metadata.actorId },
    address: await counterOfAddress(context, 'join-misses-of-address', address),
  };
  const group = await guesses.run(metadata.actorId, () => lookUp(context, invite, counters, metadata));
  if (isRefusal(group)) return group;
  return refuseRemoved(group, metadata.actorId) ?? { group, invite };
};

/** The group behind a link, for anyone who has the link. */
export const findInvitation = async ({ aggregates }: DecideContext, inviteCode: string): Promise<Group | Refusal> => {
  const invite = parseJoinInput(inviteCode);
  if (invite.kind !== 'link') return refuse('invite/link-unknown');
  const { groupId } = await aggregates.load(joinCodeDecider, joinCodeStream(invite.value));
  if (groupId === undefined) return refuse('invite/link-unknown');
  const group = await aggregates.load(groupDecider, groupStream(groupId));
  return refuseInvitation(group, invite) ?? group;
};

/** Like {@link findGroup}, and joins. */
export const joinGroup = async (
  context: DecideContext,
  input: string,
  address: string,
  metadata: CommandMetadata,
): Promise<GroupOutcome> => {
  const found = await findGroup(context, input, address, metadata);
  if (isRefusal(found)) return found;
  return context.aggregates.handle({
    decider: groupDecider,
    stream: groupStream(found.group.id),
    command: { type: 'Join', invitation: found.invite },
    metadata,
    facts: () => ({ actorId: metadata.actorId }),
  });
};
