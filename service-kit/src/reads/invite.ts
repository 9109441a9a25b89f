import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import { nameOf, type PersonFacts } from './account.ts';
import { collectionOf, NOBODY } from './collection.ts';
import type { GroupDocument } from './group.ts';
import { invitedFileAddress } from './media.ts';

/** Id: the length of the counted codes. */
export type JoinCodeCountDocument = { readonly id: string; readonly taken: number };

export const inviteCollections = {
  joinCodeCounts: collectionOf<JoinCodeCountDocument>(NOBODY),
};

/** The part of a group that an invited person may see before joining. @param owner absent if deleted. @param code the one they have. */
export const groupPreview = (
  group: Omit<GroupDocument, 'settings' | 'revision'>,
  owner: PersonFacts | undefined,
  isAlreadyMember: boolean,
  code: string,
): GroupPreview => ({
  _id: group.id,
  name: group.name ?? '',
  description: group.description ?? '',
  imageUrl: group.imageId === null ? null : invitedFileAddress(group.imageId, code),
  memberCount: group.memberCount,
  createdBy: nameOf(owner),
  isAlreadyMember,
});
