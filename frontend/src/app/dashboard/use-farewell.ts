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

/** When a group goes, its screen is left at once and a toast says why. */
export const useFarewell = (): void => {
  const { groupId: open } = useParams();
  const { data: groups } = useMyGroupsQuery();
  const names = useRef(new Map<string, GroupView['name']>());
  const navigate = useNavigate();
  const toast = useToast();
  for (const { _id, name } of groups ?? []) names.current.set(_id, name);

  const part = useEffectEvent(({ groupId, reason }: PageEvents['groupDeleted']) => {
    if (groupId === open) void navigate('/dashboard', { replace: true });
    const name = names.current.get(groupId);
    // The same news comes twice after an own action: with the answer, and as a push.
    if (name !== undefined && names.current.delete(groupId))
      toast(farewells[reason](name), reason === 'left' ? 'success' : 'notice');
  });
  useEffect(() => onPageEvent('groupDeleted', (gone) => part(gone)), []);
};
