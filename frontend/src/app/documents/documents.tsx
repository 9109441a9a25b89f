import type { ReactNode } from 'react';
import { DownloadPage } from '../../features/app-download/download-page.tsx';
import { storeLinks } from '../../features/app-download/stores.ts';
import { LegalPage } from '../../features/public-pages/legal-page.tsx';
import privacy from '../../features/public-pages/privacy.md?raw';
import { SupportPage } from '../../features/public-pages/support-page.tsx';
import terms from '../../features/public-pages/terms.md?raw';

/** A page that the build renders completely. It works without the app, and has its own title and description. */
export interface PublicDocument {
  /** As in its address: `terms` for `/terms`. */
  name: string;
  title: string;
  description: string;
  content: ReactNode;
}

export const publicDocuments: readonly PublicDocument[] = [
  {
    name: 'terms',
    title: 'Terms of Service · Quorum',
    description: 'Who can use Quorum, what belongs to you, what is not allowed, and how to reach us.',
    content: <LegalPage path="/terms" markdown={terms} />,
  },
  {
    name: 'privacy',
    title: 'Privacy Policy · Quorum',
    description:
      'What Quorum keeps about you, who sees it, how it is protected, and how to take it along or delete it.',
    content: <LegalPage path="/privacy" markdown={privacy} />,
  },
  {
    name: 'support',
    title: 'Support · Quorum',
    description:
      'Answers to what people ask most about Quorum, tips when something does not work, and how to reach us.',
    content: <SupportPage />,
  },
  {
    name: 'app-download',
    title: 'Get the app · Quorum',
    description: 'Your groups, their calendars and every conversation on your phone: Quorum for iOS and Android.',
    content: <DownloadPage links={storeLinks(undefined)} />,
  },
];
