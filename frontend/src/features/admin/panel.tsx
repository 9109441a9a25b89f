import { Flag, History, LogOut, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { AuditTab } from './audit/audit-tab.tsx';
import type { ChosenFilter } from './chosen-filter.ts';
import { ConfigurationTab } from './configuration/configuration-tab.tsx';
import { ReportsTab } from './reports/reports-tab.tsx';
import { useLive } from './use-live.ts';

type Tab = 'reports' | 'configuration' | 'audit';

const PANEL = 'admin-panel';
const icon = (Icon: typeof Flag) => <Icon className="i" aria-hidden="true" />;
const TABS = [
  { value: 'reports', label: 'Reports Management', icon: icon(Flag), controls: PANEL },
  { value: 'configuration', label: 'App Configuration', icon: icon(SlidersHorizontal), controls: PANEL },
  { value: 'audit', label: 'Audit History', icon: icon(History), controls: PANEL },
] as const;

/** The three tabs, updated live while shown. */
export function Panel({ visitId, onLogout }: { readonly visitId: string; readonly onLogout: () => void }) {
  const [tab, setTab] = useState<Tab>('reports');
  const [filter, setFilter] = useState<ChosenFilter>({});
  useLive();
  const showHistory = (of: ChosenFilter) => {
    setFilter(of);
    setTab('audit');
  };
  return (
    <div className="adm">
      <header className="adm__bar">
        <div>
          <Brand />
          <Badge>Admin</Badge>
        </div>
        <Segmented as="tabs" label="Admin sections" options={TABS} value={tab} onChange={setTab} />
        <Button size="sm" icon={<LogOut className="i i--sm" aria-hidden="true" />} onClick={onLogout}>
          Logout
        </Button>
      </header>
      <main id={PANEL} className="adm__panel">
        {tab === 'reports' && <ReportsTab visitId={visitId} onHistory={showHistory} />}
        {tab === 'configuration' && <ConfigurationTab />}
        {tab === 'audit' && <AuditTab filter={filter} onFilter={setFilter} />}
      </main>
    </div>
  );
}
