import { Outlet } from 'react-router-dom';
import { useGroupAccents } from '../entities/group/use-group-accents.ts';
import { Rail } from '../features/rail/rail.tsx';
import { AccentScope } from '../shared/ui/accent-scope.tsx';
import { GroupDialogs } from './dashboard/group-dialogs.tsx';
import { useDialogs } from './dashboard/use-dialogs.ts';
import { useFarewell } from './dashboard/use-farewell.ts';
import { useSelection } from './dashboard/use-selection.ts';

/** Frame of the dashboard: the rail of groups, which stays while the selected group changes, and the group's screen. */
export function DashboardShell() {
  const { groupId } = useSelection();
  const accentOf = useGroupAccents();
  const { dialog, open, close } = useDialogs();
  useFarewell();

  return (
    <>
      <AccentScope accent={accentOf(groupId)} className="app">
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
