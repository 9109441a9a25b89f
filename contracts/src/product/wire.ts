import { z } from 'zod';
import { plainText } from '../kernel/fields.ts';
import { answers, open, type Route } from '../kernel/route.ts';
import { PHONE_INVALID } from '../text/phone.ts';

/** A number in any form. Without one, all messages sent. */
export const smsQuery = z.object({
  phoneNumber: plainText(100, PHONE_INVALID).optional(),
});

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
    query: smsQuery,
    answer: answers<{
      messages: { to: string; body: string; sentAt: string }[];
    }>(),
  },
} as const satisfies { readonly [name: string]: Route };
