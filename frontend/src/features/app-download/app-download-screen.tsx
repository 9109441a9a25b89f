import { useAppConfigQuery } from '../../data/app-config/app-config-api.ts';
import './app-download.css';
import { DownloadPage } from './download-page.tsx';
import { storeLinks } from './stores.ts';

/** Shown in narrow windows instead of the app. */
export default function AppDownloadScreen() {
  const { data: config } = useAppConfigQuery();
  return <DownloadPage links={storeLinks(config)} />;
}
