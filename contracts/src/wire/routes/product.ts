import * as auth from '../schemas/auth.ts';
import { answers, open, type Route } from './route.ts';

/** Public facts about the product, and development aids. */
export const productRoutes = {
  appConfig: {
    method: 'GET',
    path: '/api/config/app',
    service: 'query',
    permission: open,
    answer: answers<{
      ios_app_store_url: string;
      android_play_store_url: string;
      app_download_enabled: string;
    }>(),
  },
  developmentSms: {
    method: 'GET',
    path: '/api/dev/sms',
    service: 'command',
    permission: { access: 'development' },
    query: auth.smsQuery,
    answer: answers<{
      messages: { to: string; body: string; sentAt: string }[];
    }>(),
  },
} as const satisfies { readonly [name: string]: Route };
