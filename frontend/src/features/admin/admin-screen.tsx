import './admin.css';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CREDENTIALS_REFUSED, callAsAdmin } from '../../data/admin/admin-request.ts';
import { type Credentials, forgetCredentials, storedCredentials } from '../../data/admin/credentials.ts';
import { call } from '../../data/api/call.ts';
import { useServices } from '../../data/services/services-context.tsx';
import type { ChosenFilter } from './chosen-filter.ts';
import { Login } from './login.tsx';
import { Panel, type Place, tabNamed } from './panel.tsx';
import { UnsavedTexts } from './unsaved-texts.ts';

/** The tab is in the address, so that Back and a reload lead to it. */
const usePlace = (): readonly [Place, (place?: Place) => void] => {
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState<ChosenFilter>({});
  const tab = tabNamed(search.get('tab'));
  const go = (to?: Place) => {
    setFilter(to?.filter ?? {});
    if (to?.tab !== tab) setSearch(to === undefined || to.tab === 'reports' ? {} : { tab: to.tab });
  };
  return [{ tab, filter }, go];
};

/** `/admin`: the login, or the panel. */
export default function AdminScreen() {
  const services = useServices();
  const [credentials, setCredentials] = useState<Credentials | undefined>(storedCredentials);

  const [wasEnded, setEnded] = useState(false);
  const [place, go] = usePlace();
  const [kept] = useState(() => new Map<string, string>());

  useEffect(() => {
    const out = () => {
      setCredentials(undefined);
      setEnded(true);
    };
    window.addEventListener(CREDENTIALS_REFUSED, out);
    return () => window.removeEventListener(CREDENTIALS_REFUSED, out);
  }, []);

  const logout = (visitId: string) => {
    // The call reads the credentials before they are cleared.
    void callAsAdmin(call('adminSignOut', { body: { visitId } }), services);
    forgetCredentials();
    kept.clear();
    go();
    setEnded(false);
    setCredentials(undefined);
  };
  return (
    <div data-focus-home="main">
      {credentials === undefined ? (
        <Login wasEnded={wasEnded} onLogin={setCredentials} />
      ) : (
        <UnsavedTexts value={kept}>
          <Panel
            visitId={credentials.visitId}
            place={place}
            onPlace={go}
            onLogout={() => logout(credentials.visitId)}
          />
        </UnsavedTexts>
      )}
    </div>
  );
}
