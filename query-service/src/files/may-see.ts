import { rules } from '@quorum/contracts/things.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import type { FileDocument } from '@quorum/service-kit/reads/media.ts';
import { membershipsOf } from '../group/membership.ts';
import type { Context, Reading } from '../reading/context.ts';

/** Who asks for a file. */
export type Viewer = {
  readonly userId: string | undefined;
  /** A code of the group whose image it is. */
  readonly code: string | undefined;
  readonly isAdministrator: () => Promise<boolean>;
};

type Active = Context['reads']['active'];

/** Groups that one image may belong to: those that a person created with the same upload. */
const MAX_GROUPS_OF_IMAGE = 10;
/** Departures of a person that are looked through. */
const MAX_DEPARTURES = 1000;

/** Whether someone may see a file now. Checked at every download, so that somebody who lost the right can no longer open the file. */
export const maySee = async (context: Reading, viewer: Viewer, file: FileDocument): Promise<boolean> => {
  const { active } = context.reads;
  if (viewer.userId !== undefined && (await isShownTo(context, viewer.userId, file))) return true;
  if (viewer.code !== undefined && (await isInvited(active, viewer, file))) return true;
  return (await isEvidence(active, file)) && viewer.isAdministrator();
};

const isShownTo = async (context: Reading, userId: string, file: FileDocument): Promise<boolean> => {
  const { active } = context.reads;
  switch (file.purpose) {
    case 'message':
    case 'message-preview':
      return isOfMessage(active, file, userId);
    case 'group-image': {
      const groupIds = (await groupsShowing(active, file.id)).map(({ id }) => id);
      // Uploaded before its group exists.
      if (groupIds.length === 0) return file.groupId === null && file.ownerId === userId;
      return isMember(active, groupIds, userId);
    }
    case 'profile-picture':
      return file.ownerId === userId || (await haveSharedGroup(context, userId, file.ownerId));
  }
};

/** Evidence of a report outlives its message, but only for administrators. */
const isOfMessage = async (active: Active, { groupId, messageId }: FileDocument, userId: string): Promise<boolean> => {
  if (groupId === null || messageId === undefined || !(await isMember(active, [groupId], userId))) return false;
  return (await active.get('messages', messageId))?.deleted === false;
};

const isMember = async (active: Active, groupIds: readonly string[], userId: string): Promise<boolean> => {
  const ids = groupIds.map((groupId) => membershipId(groupId, userId));
  const memberships = await active.getMany('memberships', ids);
  return ids.some((id) => rules.readGroup({ role: memberships.get(id)?.role }) === undefined);
};

/** Whether the other person is or was in a group that the viewer is in: a group shows its former members too. */
const haveSharedGroup = async (context: Reading, viewerId: string, otherId: string): Promise<boolean> => {
  const { active } = context.reads;
  const groupIds = (await membershipsOf(context, viewerId)).map(({ groupId }) => groupId);
  if (await isMember(active, groupIds, otherId)) return true;
  const left = await Promise.all(
    ['left', 'removed'].map((kind) =>
      active.query('notices', { where: { userId: otherId, kind }, limit: MAX_DEPARTURES }),
    ),
  );
  return left.flat().some(({ groupId }) => groupIds.includes(groupId));
};

const groupsShowing = (active: Active, imageId: string) =>
  active.query('groups', { where: { imageId }, limit: MAX_GROUPS_OF_IMAGE });

/** Whether the code is that of a group with this image, for visitors and everyone who was not removed. Six digits can be guessed, so they need a session. */
const isInvited = async (active: Active, { code, userId }: Viewer, file: FileDocument): Promise<boolean> => {
  if (file.purpose !== 'group-image') return false;
  const groups = await groupsShowing(active, file.id);
  const group = groups.find(
    ({ inviteCode, sixDigitCode }) => code === inviteCode || (userId !== undefined && code === sixDigitCode),
  );
  if (group === undefined) return false;
  return userId === undefined || (await active.get('removals', membershipId(group.id, userId))) === undefined;
};

/** Whether the file belongs to a message that was reported. */
const isEvidence = async (active: Active, { messageId }: FileDocument): Promise<boolean> =>
  messageId !== undefined && (await active.query('reports', { where: { messageId }, limit: 1 })).length > 0;
