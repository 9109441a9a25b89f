import { type GroupSettings, groupStream } from '@quorum/contracts/events/group.ts';
import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decision } from '../domain/aggregate.ts';
import {
  decideChangeDetails,
  decideChangeRole,
  decideChangeSettings,
  decideDelete,
  decideLeave,
  decideRemoveImage,
  decideRemoveMember,
  decideTransfer,
} from '../domain/group/decide.ts';
import { type Group, groupAggregate } from '../domain/group/group.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

export type GroupOutcome = Accepted<Group> | Refusal;

/** Decides on a group as it stands, and appends. @param decide sees to it that the person may, and that the group is there. */
export const changeGroup = (
  { aggregates }: Pick<Context, 'aggregates'>,
  groupId: string,
  cause: Cause,
  decide: (group: Group) => Decision,
): Promise<GroupOutcome> => aggregates.handle(groupAggregate, groupStream(groupId), metadataOf(cause), decide);

export type GroupDetails = { readonly name: string; readonly description: string };

/** Name and description as they are kept; what is nothing but invisible signs is refused like nothing. */
export const cleanDetails = (given: GroupDetails): GroupDetails | Refusal => {
  const cleaned = { name: cleanLine(given.name), description: cleanText(given.description) };
  if (cleaned.name === '') return refuse('request/invalid', { text: 'Group name is required' });
  if (cleaned.description === '') return refuse('request/invalid', { text: 'Group description is required' });
  return cleaned;
};

export const changeDetails = async (
  context: Context,
  groupId: string,
  given: GroupDetails,
  cause: Cause,
): Promise<GroupOutcome> => {
  const details = cleanDetails(given);
  if (isRefusal(details)) return details;
  return changeGroup(context, groupId, cause, (group) => decideChangeDetails(group, cause.actorId, details));
};

export const changeSettings = (context: Context, groupId: string, settings: Partial<GroupSettings>, cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideChangeSettings(group, cause.actorId, settings));

export const removeImage = (context: Context, groupId: string, cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideRemoveImage(group, cause.actorId));

export const removeMember = (context: Context, groupId: string, userId: string, cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideRemoveMember(group, cause.actorId, userId));

export const changeRole = (context: Context, groupId: string, userId: string, role: 'admin' | 'member', cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideChangeRole(group, cause.actorId, userId, role));

export const transferOwnership = (context: Context, groupId: string, to: string, cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideTransfer(group, cause.actorId, to));

export const leaveGroup = (context: Context, groupId: string, cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideLeave(group, cause.actorId));

/** @param confirmationName the group's name, typed to show that it is meant. */
export const deleteGroup = (context: Context, groupId: string, confirmationName: string, cause: Cause) =>
  changeGroup(context, groupId, cause, (group) => decideDelete(group, cause.actorId, confirmationName));
