import { adminApi } from '../../../data/admin/admin-api.ts';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Loaded } from '../../../shared/ui/page/loaded.tsx';
import { loadNotice } from '../load-notice.tsx';
import { ConfigurationItem } from './configuration-item.tsx';
import { PhonePreview } from './phone-preview.tsx';
import './configuration.css';

export function ConfigurationTab() {
  const load = adminApi.useAdminConfigQuery();
  const buttons = load.data?.configs.find(({ key }) => key === 'app_download_enabled')?.value !== 'false';
  return (
    <div className="admin__main admin__main--scroll">
      <div className="config">
        <div>
          <header className="config__head">
            <h1>App Configuration</h1>
            <p>Changes apply at once and are kept in the audit history.</p>
          </header>
          <Loaded
            load={load}
            skeleton={<Skeleton height={320} radius={18} />}
            failed={loadNotice('app configurations')}
          >
            {({ configs }) => (
              <div className="config__list">
                {configs.map((item) => (
                  <ConfigurationItem key={item.key} item={item} />
                ))}
              </div>
            )}
          </Loaded>
        </div>
        {load.data !== undefined && <PhonePreview buttons={buttons} />}
      </div>
    </div>
  );
}
