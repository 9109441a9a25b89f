import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useMyGroupsQuery } from '../../data/group/group-api.ts';
import { onPageEvent, type PageEvents } from '../../data/page/page-events.ts';
import { useToast } from '../../shared/ui/toast.tsx';

type Reason = PageEvents['groupDeleted']['reason'];

const farewells: Readonly<Record<Reason, (name: string) => string>> = {
  deleted: (name) => `${name} was deleted`,
  left: (name) => `You left ${name}`,
  removed: (name) => `You were removed from ${name}`,
};

/** Leaves the screen of a group that is gone, and shows a toast that says why. */
export const useGroupGone = (): void => {
  const { groupId: open } = useParams();
  const { data: groups } = useMyGroupsQuery();
  const names = useRef(new Map<string, GroupView['name']>());
  const navigate = useNavigate();
  const toast = useToast();
  for (const { _id, name } of groups ?? []) names.current.set(_id, name);

  const onGone = useEffectEvent(({ groupId, reason }: PageEvents['groupDeleted']) => {
    if (groupId === open) void navigate('/dashboard', { replace: true });
    const name = names.current.get(groupId);
    // An own action reports it twice: by its answer and by a push.
    if (name !== undefined && names.current.delete(groupId))
      toast(farewells[reason](name), reason === 'left' ? 'success' : 'notice');
  });
  useEffect(() => onPageEvent('groupDeleted', (gone) => onGone(gone)), []);
};
