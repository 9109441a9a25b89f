import { useDocumentTitle } from '../../data/page/page-title.ts';
import ActivityScreen from '../../features/activity/activity-screen.tsx';
import { useOpenDialog } from './dialogs.ts';
import { Lines } from './sheet.tsx';

/** `/dashboard/activity` */
export default function ActivityPage() {
  const openDialog = useOpenDialog();
  useDocumentTitle('Activity');
  return <ActivityScreen lines={<Lines />} onMembers={(groupId) => openDialog({ kind: 'members', groupId })} />;
}
