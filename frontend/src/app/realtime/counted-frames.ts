import type { ChangeName } from '../../data/services/changes.ts';

/** As a record, so that a frame added to the contract does not compile until it is listed. */
const counted: { readonly [N in ChangeName]: true } = {
  newMessage: true,
  messageUpdated: true,
  messageDeleted: true,
  messageReaction: true,
  chatNotice: true,
  eventCreated: true,
  eventUpdated: true,
  eventDeleted: true,
  groupNameUpdatedInEvents: true,
  groupUpdated: true,
  invitationRenewed: true,
  removalLifted: true,
  memberJoined: true,
  memberLeft: true,
  memberUpdated: true,
  groupDeleted: true,
  groupJoined: true,
  ownGroupUpdated: true,
  groupLeft: true,
  colorPreferencesUpdated: true,
  pinPreferencesUpdated: true,
  groupRead: true,
  accountUpdated: true,
  sessionsUpdated: true,
};
export const countedNames = Object.keys(counted) as ChangeName[];
