import { createListenerMiddleware, type Middleware } from '@reduxjs/toolkit';
import { hurryEffects } from '../../data/connection/hurry-after-answer.ts';
import { retryEffects } from '../../data/connection/retry-failed.ts';
import { pageEffects } from '../../data/group/page-effects.ts';
import { colorEffects } from '../../data/group/settle-colors.ts';
import { messageEffects } from '../../data/message/message-effects.ts';
import type { Services } from '../../data/services/services.ts';
import type { Listen } from '../../data/store/listen.ts';
import { accountEffects } from '../../data/user/session.ts';

/** All effects of the actions of one store. */
export const effectsMiddleware = (services: Services): Middleware => {
  const { middleware, startListening } = createListenerMiddleware({
    extra: services,
    onError: (error) => console.error('An effect failed.', error),
  });
  const listen = startListening as Listen;
  accountEffects(listen);
  colorEffects(listen);
  messageEffects(listen);
  pageEffects(listen);
  retryEffects(listen);
  hurryEffects(listen);
  return middleware as Middleware;
};
