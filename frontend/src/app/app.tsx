import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import type { Services } from '../data/services/services.ts';
import { ServicesProvider } from '../data/services/services-context.tsx';
import { ToastProvider } from '../shared/ui/toast.tsx';
import { AppRoutes } from './routes.tsx';
import type { AppStore } from './store/make-store.ts';

export function App({ store, services }: { store: AppStore; services: Services }) {
  return (
    <Provider store={store}>
      <ServicesProvider services={services}>
        <ToastProvider>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </ToastProvider>
      </ServicesProvider>
    </Provider>
  );
}
