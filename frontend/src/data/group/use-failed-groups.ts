import { groupApi } from './group-api.ts';

export type FailedGroups = { readonly isRetrying: boolean; readonly retry: () => void };

/** Defined while there is no list of groups because its load failed, also while it is retried. */
export const useFailedGroups = (): FailedGroups | undefined => {
  const { data, error, isFetching, refetch } = groupApi.useMyGroupsQuery();
  if (error === undefined || data !== undefined) return undefined;
  return { isRetrying: isFetching, retry: () => void refetch() };
};
