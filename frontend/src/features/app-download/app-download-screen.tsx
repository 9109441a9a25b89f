import { useAppConfigQuery } from '../../data/app-config/app-config-api.ts';
import './app-download.css';
import { DownloadPage } from './download-page.tsx';
import { storeLinks } from './stores.ts';

/** What narrow windows show in place of the app. */
export default function AppDownloadScreen() {
  const { data: config } = useAppConfigQuery();
  return <DownloadPage links={storeLinks(config)} />;
}
