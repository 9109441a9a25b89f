import { useAppDispatch } from './hooks.ts';
import type { Services } from './services.ts';

/** What lies outside the store, for screens that need more than actions: stored steps, the clock. */
export const useServices = (): Services => useAppDispatch()((_dispatch, _getState, services) => services);
