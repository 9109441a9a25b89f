import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useLocation } from 'react-router-dom';
import { pathOfGroup } from '../../shared/lib/addresses.ts';
import { selectView } from '../session/view-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useSelectedGroup } from './use-selected-group.ts';

/** The group whose chat is on the sheet. */
export const useShownChat = (): GroupView | undefined => {
  const { pathname } = useLocation();
  const { groupId, group } = useSelectedGroup();
  const preferred = useAppSelector((state) => selectView(state, groupId ?? MY_SCHEDULE));
  const isNamed = /\/chat$|\/message\//.test(pathname);
  return isNamed || (pathname === pathOfGroup(group?._id ?? MY_SCHEDULE) && preferred === 'chat') ? group : undefined;
};
