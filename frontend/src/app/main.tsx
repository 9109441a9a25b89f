import '../shared/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTheme } from '../shared/lib/theme.ts';
import { App } from './app.tsx';
import { preloadScreens } from './screens.tsx';
import { start } from './start.ts';
import { services, store } from './store/page-store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followTheme();
start(store, services);
await preloadScreens(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <App store={store} services={services} />
  </StrictMode>,
);
