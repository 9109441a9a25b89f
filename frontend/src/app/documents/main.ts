import './documents.css';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { storeLinks } from '../../features/app-download/stores.ts';
import { linkOpenedQuestions, markSection, openLinkedQuestion } from '../../features/public-pages/reading-aids.ts';
import { followTheme } from '../../shared/lib/theme.ts';

/** Updates the store links of the prerendered page from the configuration. Without an answer the page's links stay. */
const offerStores = async (): Promise<void> => {
  const stores = document.querySelectorAll<HTMLAnchorElement>('a[data-store]');
  if (stores.length === 0) return;
  const config = await loadConfig();
  if (config === undefined) return;
  const links = storeLinks(config);
  for (const store of stores)
    if (links === undefined) store.remove();
    else store.href = links[store.dataset.store === 'android' ? 'android' : 'ios'];
};

const loadConfig = async (): Promise<Partial<AnswerOf<'appConfig'>> | undefined> => {
  try {
    const response = await fetch('/api/config/app');
    return response.ok ? ((await response.json()) as Partial<AnswerOf<'appConfig'>>) : undefined;
  } catch (error) {
    console.warn('The store links could not be loaded. The built-in ones stay.', error);
    return undefined;
  }
};

followTheme();
linkOpenedQuestions();
openLinkedQuestion();
markSection();
void offerStores();
