import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { groupApi } from '../../data/group/group-api.ts';
import { onPageEvent, type PageEvents } from '../../data/page/page-events.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';

type Reason = PageEvents['groupDeleted']['reason'];

const farewells: Readonly<Record<Reason, (name: string) => string>> = {
  deleted: (name) => `${name} was deleted`,
  left: (name) => `You left ${name}`,
  removed: (name) => `You were removed from ${name}`,
};

/** The element with the focus may go with its group. Once its screen and dialogs are gone too, the rail gets the focus. */
const useFocusOnRail = (isDialogOpen: boolean): ((groupId: string) => void) => {
  const { groupId: open } = useParams();
  const [gone, setGone] = useState<string>();
  useEffect(() => {
    if (gone === undefined || gone === open || isDialogOpen) return;
    setGone(undefined);
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('nav [aria-current="page"]')?.focus();
  }, [gone, open, isDialogOpen]);
  return setGone;
};

/** Leaves the screen of a group that is gone, and shows a toast that says why. */
export const useGroupGone = (isDialogOpen: boolean): void => {
  const { groupId: open } = useParams();
  const { data: groups } = groupApi.useMyGroupsQuery();
  const names = useRef(new Map<string, GroupView['name']>());
  const navigate = useNavigate();
  const toast = useToast();
  const focusOnRail = useFocusOnRail(isDialogOpen);
  for (const { _id, name } of groups ?? []) names.current.set(_id, name);

  const onGone = useEffectEvent(({ groupId, reason }: PageEvents['groupDeleted']) => {
    focusOnRail(groupId);
    if (groupId === open) void navigate('/dashboard', { replace: true });
    const name = names.current.get(groupId);
    // An own action reports it twice: by its answer and by a push.
    if (name !== undefined && names.current.delete(groupId))
      toast(farewells[reason](name), reason === 'left' ? 'success' : 'notice');
  });
  useEffect(() => onPageEvent('groupDeleted', (gone) => onGone(gone)), []);
};
