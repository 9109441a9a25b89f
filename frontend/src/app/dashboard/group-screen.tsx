import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useMyGroupsQuery } from '../../entities/group/group-api.ts';
import { rightsIn } from '../../entities/group/group-rights.ts';
import { useGroup } from '../../entities/group/use-group.ts';
import { useGroupRoom, useSelectedGroup } from '../../entities/group/use-selected-group.ts';
import { useDocumentTitle } from '../../entities/page/use-document-title.ts';
import { chooseView } from '../../entities/session/choose-view.ts';
import { selectView } from '../../entities/session/view-slice.ts';
import { useAppDispatch, useAppSelector } from '../../entities/store/hooks.ts';
import type { MediaKind } from '../../features/sidebar/media-buttons.tsx';
import { MyScheduleSidebar } from '../../features/sidebar/my-schedule-sidebar.tsx';
import { GroupSidebar } from '../../features/sidebar/sidebar.tsx';
import { useOpenDialog } from './dialogs.ts';
import { ScheduleScope, ScheduleView, SidebarCalendar } from './schedule-slots.tsx';
import { ChatView, MediaPopout } from './slots.tsx';

/** `/dashboard` and `/dashboard/group/:groupId`: sidebar and sheet of what is selected. */
export function GroupScreen() {
  const { groupId: inPath = MY_SCHEDULE } = useParams();
  const { isSuccess, isFetching } = useMyGroupsQuery();
  // While the groups load, the path is believed where it can be true: what it names is loaded meanwhile.
  const { groupId = ID_FORM.test(inPath) ? inPath : MY_SCHEDULE } = useSelectedGroup();
  // Not while the list is under way once more, as it is for a group that was joined a moment ago.
  if (groupId !== inPath && isSuccess && !isFetching) return <Navigate to="/dashboard" replace />;
  return groupId === MY_SCHEDULE ? <MyScheduleScreen /> : <OneGroupScreen key={groupId} groupId={groupId} />;
}

function MyScheduleScreen() {
  useDocumentTitle('My Schedule');
  // Nothing leads there, but an address can name the chat that My Schedule does not have.
  const { hash } = useLocation();
  return (
    <ScheduleScope groupId={MY_SCHEDULE}>
      <MyScheduleSidebar>
        <SidebarCalendar canCreate />
      </MyScheduleSidebar>
      <main className="main">{hash === '#chat' ? <ChatView groupId={MY_SCHEDULE} /> : <ScheduleView canCreate />}</main>
    </ScheduleScope>
  );
}

function OneGroupScreen({ groupId }: { groupId: string }) {
  const group = useGroup(groupId);
  const view = useAppSelector((state) => selectView(state, groupId));
  const dispatch = useAppDispatch();
  const openDialog = useOpenDialog();
  const [media, setMedia] = useState<MediaKind | null>(null);
  const canCreate = group !== undefined && rightsIn(group).createEvents;
  useDocumentTitle(group?.name);
  useGroupRoom(group?._id);
  return (
    <ScheduleScope groupId={groupId}>
      <GroupSidebar
        group={group}
        view={view}
        onView={(next) => dispatch(chooseView(groupId, next))}
        onSettings={() => openDialog({ kind: 'settings', groupId })}
        onAllMembers={() => openDialog({ kind: 'members', groupId })}
        onInvite={() => openDialog({ kind: 'invite', groupId })}
        media={media}
        onMedia={(kind) => setMedia((last) => (last === kind ? null : kind))}
      >
        <SidebarCalendar canCreate={canCreate} onSelect={() => dispatch(chooseView(groupId, 'calendar'))} />
      </GroupSidebar>
      <main className="main">
        {view === 'chat' ? <ChatView groupId={groupId} /> : <ScheduleView canCreate={canCreate} />}
      </main>
      {media && <MediaPopout groupId={groupId} kind={media} onClose={() => setMedia(null)} />}
    </ScheduleScope>
  );
}
