import type { MemberView } from '@quorum/contracts/group/wire.ts';
import { useState } from 'react';
import { errorText } from '../../../data/api/api-error.ts';
import { useChangeRoleMutation } from '../../../data/group/group-api.ts';
import { personName } from '../../../data/user/person-label.ts';
import { useToast } from '../../../shared/ui/toast.tsx';

const titles = { admin: 'an Admin', member: 'a Member' } as const;

/** Makes someone an admin or a member and shows a toast. `changing`: the id of the person being changed. */
export const useChangeRole = (groupId: string) => {
  const [change] = useChangeRoleMutation();
  const [changing, setChanging] = useState<string>();
  const toast = useToast();
  const changeRole = async ({ userId: person }: MemberView, role: 'admin' | 'member') => {
    setChanging(person._id);
    const answer = await change({ groupId, userId: person._id, role });
    setChanging(undefined);
    if (answer.error) toast(errorText(answer.error, 'Failed to change the role'), 'error');
    else toast(`${personName(person)} is now ${titles[role]}`);
  };
  return { changeRole, changing };
};
