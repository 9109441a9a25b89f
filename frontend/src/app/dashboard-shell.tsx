import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { Outlet } from 'react-router-dom';
import { useGroupAccents } from '../entities/group/use-group-accents.ts';
import { useSelectedGroup } from '../entities/group/use-selected-group.ts';
import { Rail } from '../features/rail/rail.tsx';
import { AccentScope } from '../shared/ui/accent-scope.tsx';
import { GroupDialogs } from './dashboard/group-dialogs.tsx';
import { useDialogs } from './dashboard/use-dialogs.ts';
import { useFarewell } from './dashboard/use-farewell.ts';

/** Frame of the dashboard: the rail of groups, which stays while the selected group changes, and the group's screen. */
export function DashboardShell() {
  // While the groups load, nothing is known of the color of the one in the path.
  const { groupId } = useSelectedGroup();
  const accentOf = useGroupAccents();
  const { dialog, open, close } = useDialogs();
  useFarewell();

  return (
    <>
      <AccentScope accent={accentOf(groupId ?? MY_SCHEDULE)} className="app">
        <Rail
          selectedId={groupId}
          onAddGroup={() => open({ kind: 'add' })}
          onChooseColor={({ _id }) => open({ kind: 'color', groupId: _id })}
        />
        <Outlet context={open} />
      </AccentScope>
      <GroupDialogs dialog={dialog} onOpen={open} onClose={close} />
    </>
  );
}
