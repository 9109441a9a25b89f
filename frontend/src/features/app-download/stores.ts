import { defaultStoreLinks } from '@quorum/contracts/kernel/product.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { MobileSystem } from '../../shared/lib/mobile-device.ts';

export type StoreLinks = Readonly<Record<MobileSystem, string>>;

/** The store links by the configuration, as far as it is known. Undefined when downloads are switched off. */
export const storeLinks = (config: Partial<AnswerOf<'appConfig'>> | undefined): StoreLinks | undefined =>
  config?.app_download_enabled === 'false'
    ? undefined
    : {
        ios: config?.ios_app_store_url || defaultStoreLinks.ios,
        android: config?.android_play_store_url || defaultStoreLinks.android,
      };
