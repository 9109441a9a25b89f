import { createListenerMiddleware, type Middleware } from '@reduxjs/toolkit';
import { groupEffects } from '../group/group-effects.ts';
import { messageEffects } from '../message/message-effects.ts';
import { loadEffects } from '../realtime/load-effects.ts';
import { retryEffects } from '../realtime/retry-failed.ts';
import type { Listen } from './listen.ts';
import type { Services } from './services.ts';

/** Everything that follows from the actions of one store. */
export const effectsMiddleware = (services: Services): Middleware => {
  const { middleware, startListening } = createListenerMiddleware({
    extra: services,
    onError: (error) => console.error('An effect failed.', error),
  });
  const listen = startListening as Listen;
  groupEffects(listen);
  messageEffects(listen);
  loadEffects(listen);
  retryEffects(listen);
  return middleware as Middleware;
};
