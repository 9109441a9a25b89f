/** The store of the app, for tests of what lies below the app. */
export { makeStore } from '../app/store/make-store.ts';
