import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { AppStore } from '../entities/store/make-store.ts';
import type { Services } from '../entities/store/services.ts';
import { ServicesProvider } from '../entities/store/services-context.tsx';
import { ToastProvider } from '../shared/ui/toast.tsx';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

export function App({ store, services }: { store: AppStore; services: Services }) {
  return (
    <Provider store={store}>
      <ServicesProvider services={services}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </ServicesProvider>
    </Provider>
  );
}
