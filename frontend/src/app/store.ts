import { makeStore } from '../entities/store/make-store.ts';
import { browserServices } from '../entities/store/services.ts';

/** The one store of the page. */
export const services = browserServices();
export const store = makeStore(services);
