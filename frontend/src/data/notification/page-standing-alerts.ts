import { ALERT_DELAY_MS, type Standing, standingAlert } from '@quorum/contracts/notification/alert.ts';
import { selectListed } from '../group/use-group.ts';
import type { AlertHandlers, AlertPage } from './alert-page.ts';

/** New roles and removals in a group, unless they are taken back at once. */
export const pageStandingAlerts = (page: AlertPage): AlertHandlers => {
  const becomes = async (standing: Standing, groupId: string, change: string): Promise<void> => {
    const group = page.groupBefore(groupId);
    const { isMuted } = page.heard(groupId);
    if (group === undefined || isMuted) return;
    await page.sleep(ALERT_DELAY_MS);
    const role = selectListed(page.state(), groupId)?.role;
    const holds = standing === 'removed' ? role === undefined : role === standing;
    await page.show(() => (holds ? standingAlert(standing, group, change) : undefined));
  };
  return {
    groupLeft: ({ groupId, reason }, change) => {
      if (reason === 'removed') void becomes('removed', groupId, change);
    },
    ownGroupUpdated: ({ groupId, group }, change) => {
      const before = page.groupBefore(groupId)?.role;
      const role = group?.role ?? 'member';
      if (before !== undefined && before !== role && role !== 'member') void becomes(role, groupId, change);
    },
  };
};
