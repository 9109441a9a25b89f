import './admin.css';
import { useEffect, useState } from 'react';
import { call } from '../../data/api/call.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { CREDENTIALS_REFUSED, callAsAdmin } from './admin-request.ts';
import { type Credentials, forgetCredentials, storedCredentials } from './credentials.ts';
import { KeptTexts } from './kept-texts.ts';
import { Login } from './login.tsx';
import { Panel, type Place } from './panel.tsx';

const START: Place = { tab: 'reports', filter: {} };

/** `/admin`: the login, or the panel. */
export default function AdminScreen() {
  const services = useServices();
  const [credentials, setCredentials] = useState<Credentials | undefined>(storedCredentials);

  const [wasEnded, setEnded] = useState(false);
  const [place, setPlace] = useState(START);
  const [kept] = useState(() => new Map<string, string>());

  useEffect(() => {
    const out = () => {
      setCredentials(undefined);
      setEnded(true);
    };
    window.addEventListener(CREDENTIALS_REFUSED, out);
    return () => window.removeEventListener(CREDENTIALS_REFUSED, out);
  }, []);

  if (credentials === undefined) return <Login wasEnded={wasEnded} onLogin={setCredentials} />;
  const logout = () => {
    // The call reads the credentials before they are cleared.
    void callAsAdmin(call('adminSignOut', { body: { visitId: credentials.visitId } }), services);
    forgetCredentials();
    kept.clear();
    setPlace(START);
    setEnded(false);
    setCredentials(undefined);
  };
  return (
    <KeptTexts value={kept}>
      <Panel visitId={credentials.visitId} place={place} onPlace={setPlace} onLogout={logout} />
    </KeptTexts>
  );
}
