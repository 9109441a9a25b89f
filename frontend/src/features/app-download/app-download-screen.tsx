import './app-download.css';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { baseApi } from '../../data/api/base-api.ts';
import { call } from '../../data/api/call.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { pendingInvite } from '../../data/session/invite.ts';
import { DownloadPage, type DownloadPageProps } from './download-page.tsx';
import { KeptInvitation } from './kept-invitation.tsx';
import { storeLinks } from './stores.ts';

export const appConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    appConfig: build.query<AnswerOf<'appConfig'>, void>({ query: () => call('appConfig') }),
  }),
});

interface AppDownloadScreenProps extends Pick<DownloadPageProps, 'onUseHere'> {
  invitedTo: (inviteCode: string) => ReactNode;
}

/** Shown in narrow windows instead of the app, and to phones that open an invitation. */
export default function AppDownloadScreen({ invitedTo, onUseHere }: AppDownloadScreenProps) {
  const { data: config } = appConfigApi.useAppConfigQuery();
  const { storage } = useServices();
  const [search] = useSearchParams();
  const invite = search.get('invite');
  // Sign-up, too, has `invite` in its address, and the code in the storage.
  const inviteCode = invite === null || invite === 'true' ? pendingInvite(storage) : invite;
  const invitation = inviteCode !== null && (
    <KeptInvitation inviteCode={inviteCode}>{invitedTo(inviteCode)}</KeptInvitation>
  );
  return <DownloadPage links={storeLinks(config)} invitation={invitation} onUseHere={onUseHere} />;
}
