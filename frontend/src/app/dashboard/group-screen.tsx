import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import { RefreshCw, Users } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { groupApi } from '../../data/group/group-api.ts';
import { mayIn } from '../../data/group/group-rights.ts';
import { useFailedGroups } from '../../data/group/use-failed-groups.ts';
import { useGroup } from '../../data/group/use-group.ts';
import { useGroupRoom, useSelectedGroup } from '../../data/group/use-selected-group.ts';
import { useDocumentTitle } from '../../data/page/page-title.ts';
import { chooseView, recallView } from '../../data/session/choose-view.ts';
import { type GroupViewKind, selectView } from '../../data/session/view-slice.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { MyScheduleSidebar } from '../../features/sidebar/my-schedule-sidebar.tsx';
import { GroupSidebar } from '../../features/sidebar/sidebar.tsx';
import { pathOfGroup, pathOfMessage, pathOfSchedule } from '../../shared/lib/addresses.ts';
import { stateOfEntry } from '../../shared/lib/history-entry.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { NoGroup } from '../lost.tsx';
import { useOpenDialog } from './dialogs.ts';
import { EventOfAddress, ScheduleScope, ScheduleView, SidebarCalendar } from './schedule-slots.tsx';
import { Sheet } from './sheet.tsx';
import { ChatView, MediaPopout, preloadChat } from './slots.tsx';

/** In place of a group that cannot be shown, because the list of groups did not load. */
export function GroupFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="stage">
      <div className="empty">
        <span className="icon-disc empty__icon">
          <Users className="i i--lg" />
        </span>
        <h2>This group didn’t load</h2>
        <p>It opens here once your groups have loaded.</p>
        <Button icon={<RefreshCw className="i" />} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </div>
  );
}

interface GroupScreenProps {
  /** The view that the address names. Without one, a group opens in the preferred view. */
  view?: GroupViewKind;
}

/** The address of a day shows it in the schedule, and that of a file shows it in its place in the chat. */
export function GroupScreen(props: GroupScreenProps) {
  const { groupId = MY_SCHEDULE, date, fileId } = useParams();
  if (date !== undefined) return <Navigate to={pathOfSchedule(groupId, date)} replace />;
  if (fileId !== undefined) return <Navigate to={pathOfMessage(groupId, fileId)} replace />;
  return <SelectedScreen {...props} />;
}

/** Sidebar and sheet of the selected group, or of My Schedule. */
function SelectedScreen({ view }: GroupScreenProps) {
  const { groupId: inPath = MY_SCHEDULE } = useParams();
  const { isSuccess, isFetching } = groupApi.useMyGroupsQuery();
  // While the groups load, a path that may be right is trusted, and its group is loaded at the same time.
  const { groupId = ID_FORM.test(inPath) ? inPath : MY_SCHEDULE } = useSelectedGroup();
  const wasShown = useWasShown(inPath, isSuccess && groupId === inPath);
  // A list that is being reloaded may lack a group that was just joined.
  const isListed = isSuccess && !isFetching;
  return groupId !== inPath && isListed ? <Gone wasShown={wasShown} /> : <Shown groupId={groupId} view={view} />;
}

type ShownProps = { readonly groupId: string; readonly view: GroupViewKind | undefined };

function Shown({ groupId, view }: ShownProps) {
  return groupId === MY_SCHEDULE ? (
    <MyScheduleScreen />
  ) : (
    <OneGroupScreen key={groupId} groupId={groupId} view={view} />
  );
}

/** Whether the group of this path was on the screen. */
const useWasShown = (inPath: string, isShown: boolean): boolean => {
  const [last, setLast] = useState<string>();
  if (isShown && last !== inPath) setLast(inPath);
  return last === inPath;
};

/** A group that disappears while it is open gets its own toast. My Schedule is there at once, before the address changes. */
function Gone({ wasShown }: { wasShown: boolean }) {
  return (
    <>
      {wasShown ? <Navigate to="/dashboard" replace /> : <NoGroup />}
      <MyScheduleScreen />
    </>
  );
}

function MyScheduleScreen() {
  useDocumentTitle('My Schedule');
  return (
    <ScheduleScope groupId={MY_SCHEDULE} path={useSchedulePath(MY_SCHEDULE)}>
      <EventOfAddress />
      <MyScheduleSidebar>
        <SidebarCalendar canCreate />
      </MyScheduleSidebar>
      <Sheet>
        <MyScheduleSheet />
      </Sheet>
    </ScheduleScope>
  );
}

function MyScheduleSheet() {
  const { groupId = MY_SCHEDULE } = useParams();
  const { hash } = useLocation();
  const openDialog = useOpenDialog();
  const { data: groups } = groupApi.useMyGroupsQuery();
  const failed = useFailedGroups();
  // The address may still be right, so what it names is not passed over in silence.
  if (failed && groupId !== MY_SCHEDULE) return <GroupFailed onRetry={failed.retry} />;
  // No link leads there, but an address can name the chat that My Schedule lacks.
  if (hash === '#chat') return <ChatView groupId={MY_SCHEDULE} />;
  const starters = {
    createGroup: () => openDialog({ kind: 'create' }),
    joinGroup: () => openDialog({ kind: 'join' }),
  };
  return <ScheduleView canCreate starters={groups?.length === 0 ? starters : undefined} />;
}

/** Where the schedule is, if the address is that of something else. */
const useSchedulePath = (groupId: string, view: GroupViewKind = 'calendar'): string | undefined => {
  const { eventId } = useParams();
  return view === 'chat' || eventId !== undefined ? pathOfSchedule(groupId) : undefined;
};

/** The address of a view of a group. */
const pathOf = (groupId: string, view: GroupViewKind): string =>
  view === 'chat' ? `${pathOfGroup(groupId)}/chat` : pathOfSchedule(groupId);

/** Draws again only when the group itself changes, and not with each of its messages. */
const OneGroupScreen = memo(function OneGroupScreen({ groupId, view: inAddress }: ShownProps) {
  const group = useGroup(groupId);
  const preferred = useAppSelector((state) => selectView(state, groupId));
  const view = inAddress ?? preferred;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  const [media, setMedia] = useState<MediaKind | null>(null);
  const canCreate = group && mayIn(group, 'createEvents');
  useDocumentTitle(group?.name);
  useGroupRoom(group?._id);
  const show = async (next: GroupViewKind) => {
    // The bare address shows the preferred view, which changes here. Back has to lead to the view that was left.
    if (inAddress === undefined && next !== view)
      await navigate(pathOf(groupId, view), { replace: true, state: stateOfEntry() });
    dispatch(chooseView(groupId, next));
    if (next !== view) await navigate(pathOf(groupId, next));
  };
  useEffect(() => whenIdle(preloadChat), []);
  // Mounted again for each group.
  useLayoutEffect(() => dispatch(recallView()), [dispatch]);
  return (
    <ScheduleScope groupId={groupId} path={useSchedulePath(groupId, view)}>
      <EventOfAddress />
      <GroupSidebar
        group={group}
        view={view}
        onView={(next) => void show(next)}
        onSettings={() => openDialog({ kind: 'settings', groupId })}
        onAllMembers={() => openDialog({ kind: 'members', groupId })}
        onInvite={() => openDialog({ kind: 'invite', groupId })}
        onNotifications={(opener) => openDialog({ kind: 'notifications', groupId, opener })}
        media={media}
        onMedia={(kind) => setMedia((last) => (last === kind ? null : kind))}
      >
        <SidebarCalendar canCreate={canCreate} onSelect={() => dispatch(chooseView(groupId, 'calendar'))} />
      </GroupSidebar>
      <Sheet>
        {view === 'chat' ? <ChatView groupId={groupId} /> : <ScheduleView canCreate={canCreate === true} />}
      </Sheet>
      {media && <MediaPopout groupId={groupId} kind={media} onClose={() => setMedia(null)} />}
    </ScheduleScope>
  );
});
