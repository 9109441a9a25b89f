import './app-download.css';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../../data/api/base-api.ts';
import { call } from '../../data/api/call.ts';
import { DownloadPage } from './download-page.tsx';
import { storeLinks } from './stores.ts';

export const appConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    appConfig: build.query<AnswerOf<'appConfig'>, void>({ query: () => call('appConfig') }),
  }),
});

export const { useAppConfigQuery } = appConfigApi;

/** Shown in narrow windows instead of the app. */
export default function AppDownloadScreen() {
  const { data: config } = useAppConfigQuery();
  return <DownloadPage links={storeLinks(config)} />;
}
