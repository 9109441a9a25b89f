import type { GroupPreview } from '@quorum/contracts/wire/views.ts';

export const creatorName = ({ createdBy }: Pick<GroupPreview, 'createdBy'>): string =>
  `${createdBy.firstName} ${createdBy.lastName}`.trim() || 'Unknown User';
