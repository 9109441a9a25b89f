import { useParams } from 'react-router-dom';
import { useMyGroupsQuery } from '../../entities/group/group-api.ts';
import { type Selection, selectionOf } from './selection.ts';

/** A list that cannot be loaded counts as empty. */
export const useSelection = (): Selection => {
  const { groupId } = useParams();
  const { data, isLoading } = useMyGroupsQuery();
  return selectionOf(groupId, isLoading ? 'loading' : { ids: data?.map(({ _id }) => _id) ?? [] });
};
