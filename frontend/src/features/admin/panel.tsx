import { Flag, History, LogOut, SlidersHorizontal } from 'lucide-react';
import { useLive } from '../../data/admin/use-live.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Segmented } from '../../shared/ui/controls/segmented.tsx';
import { Badge } from '../../shared/ui/people/badge.tsx';
import { Brand } from '../../shared/ui/people/brand.tsx';
import { AuditTab } from './audit/audit-tab.tsx';
import type { ChosenFilter } from './chosen-filter.ts';
import { ConfigurationTab } from './configuration/configuration-tab.tsx';
import { ReportsTab } from './reports/reports-tab.tsx';

/** Where the admin is in the panel. It outlives the login, as the kept texts do. */
export type Place = { readonly tab: 'reports' | 'configuration' | 'audit'; readonly filter: ChosenFilter };

const PANEL = 'admin-panel';
const icon = (Icon: typeof Flag) => <Icon className="i" />;
const TABS = [
  { value: 'reports', label: 'Reports Management', icon: icon(Flag), controls: PANEL },
  { value: 'configuration', label: 'App Configuration', icon: icon(SlidersHorizontal), controls: PANEL },
  { value: 'audit', label: 'Audit History', icon: icon(History), controls: PANEL },
] as const;

/** Reports for any other name. */
export const tabNamed = (name: string | null): Place['tab'] =>
  TABS.find(({ value }) => value === name)?.value ?? 'reports';

type Props = {
  readonly visitId: string;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onLogout: () => void;
};

/** The three tabs, updated live while shown. */
export function Panel({ visitId, place, onPlace, onLogout }: Props) {
  const { tab, filter } = place;
  useLive();
  const showHistory = (of: ChosenFilter) => onPlace({ tab: 'audit', filter: of });
  return (
    <div className="admin">
      <header className="admin__bar">
        <div>
          <Brand />
          <Badge>Admin</Badge>
        </div>
        <Segmented
          as="tabs"
          label="Admin sections"
          options={TABS}
          value={tab}
          onChange={(to) => onPlace({ tab: to, filter })}
        />
        <Button size="sm" icon={<LogOut className="i i--sm" />} onClick={onLogout}>
          Logout
        </Button>
      </header>
      <main id={PANEL} tabIndex={-1} className="admin__panel">
        {tab === 'reports' && <ReportsTab visitId={visitId} onHistory={showHistory} />}
        {tab === 'configuration' && <ConfigurationTab />}
        {tab === 'audit' && <AuditTab filter={filter} onFilter={showHistory} />}
      </main>
    </div>
  );
}
