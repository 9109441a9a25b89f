import { browserServices } from './browser-services.ts';
import { makeStore } from './make-store.ts';

/** The one store of the page. */
export const services = browserServices();
export const store = makeStore(services);
