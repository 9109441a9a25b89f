import '../shared/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastProvider } from '../shared/ui/toast.tsx';
import { App } from './app.tsx';
import { followTheme } from './theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followTheme();
createRoot(root).render(
  <StrictMode>
    <ToastProvider>
      <App />
    </ToastProvider>
  </StrictMode>,
);
