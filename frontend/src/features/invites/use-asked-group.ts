import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import type { Invite } from '@quorum/contracts/text/join-input.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { groupApi } from '../../data/group/group-api.ts';

export type AskedGroup = {
  readonly data?: GroupPreview | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

/** The group of an invitation. Loads nothing without one. The page and its card share one request. */
export const useAskedGroup = (invite: Invite | undefined): AskedGroup =>
  groupApi.usePreviewGroupQuery(invite?.value ?? skipToken);
