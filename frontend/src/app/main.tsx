import '../shared/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { NewSession } from '../data/session/store-session.ts';
import { followTheme } from '../shared/lib/theme.ts';
import { leaveKeysToInputMethods } from './input-methods.ts';
import { loadLateFont } from './late-font.ts';
import { tolerateReplacedTexts } from './replaced-texts.ts';
import { browserServices } from './store/browser-services.ts';
import { isVisitorPage } from './visitor-address.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);
const services = browserServices();

const loadApp = () => import('./show-app.tsx');
let opening: Promise<void> | undefined;
/** Runs once per page, because there is one store. */
const openApp = (session?: NewSession): Promise<void> => {
  opening ??= loadApp().then(({ showApp }) => showApp(root, services, session));
  return opening;
};

const openSignIn = async (): Promise<void> => {
  const { VisitorPage } = await import('./visitor-page.tsx');
  root.render(
    <StrictMode>
      <VisitorPage
        services={services}
        // A failure here is retried when the app is opened.
        preloadApp={() => void loadApp().catch(() => undefined)}
        openApp={(session) => openApp(session).catch(() => window.location.reload())}
      />
    </StrictMode>,
  );
};

/** A part of the app could not be fetched: tries the whole page once more, and then says so instead of staying blank. */
const startOver = (): void => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload') element.textContent = 'Quorum didn’t load. Reload the page to try again.';
  else window.location.reload();
};

tolerateReplacedTexts();
leaveKeysToInputMethods();
followTheme();
loadLateFont();
if (isVisitorPage(window.location.pathname, services.storage)) openSignIn().catch(startOver);
else openApp().catch(startOver);
