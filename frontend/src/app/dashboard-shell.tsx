import { Outlet } from 'react-router-dom';

/** Frame of the dashboard: the rail of groups, which stays while the selected group changes, and the group's screen. */
export function DashboardShell() {
  return <Outlet />;
}
