import { useDelayedFlag } from '../../../shared/hooks/use-delayed-flag.ts';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { useAdminConfigQuery } from '../admin-api.ts';
import { LoadNotice } from '../load-notice.tsx';
import { ConfigurationItem } from './configuration-item.tsx';
import { PhonePreview } from './phone-preview.tsx';

export function ConfigurationTab() {
  const { data, error, isLoading, refetch } = useAdminConfigQuery();
  const late = useDelayedFlag(isLoading);
  const buttons = data?.configs.find(({ key }) => key === 'app_download_enabled')?.value !== 'false';
  return (
    <div className="adm__main adm__main--scroll">
      <div className="cfg">
        <div>
          <header className="cfg__head">
            <h1>App Configuration</h1>
            <p>Changes apply at once and are kept in the audit history.</p>
          </header>
          {late && <Skeleton height={320} radius={18} />}
          <LoadNotice what="app configurations" error={error} onRetry={() => void refetch()} />
          {data !== undefined && (
            <div className="cfg__list">
              {data.configs.map((item) => (
                <ConfigurationItem key={item.key} item={item} />
              ))}
            </div>
          )}
        </div>
        {data !== undefined && <PhonePreview buttons={buttons} />}
      </div>
    </div>
  );
}
