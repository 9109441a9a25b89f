import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';

/** A group as an invitation shows it. */
export const preview: GroupPreview = {
  _id: 'g1',
  name: 'Bayview Running Club',
  description: 'Easy miles',
  imageUrl: null,
  memberCount: 24,
  createdBy: { firstName: 'Leo', lastName: 'Marchetti' },
  isAlreadyMember: false,
};
