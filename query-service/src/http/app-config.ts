import { defaultStoreLinks } from '@quorum/contracts/wire/limits.ts';

/** Values of the public configuration as long as none was set. */
export const appConfig = {
  ios_app_store_url: defaultStoreLinks.ios,
  android_play_store_url: defaultStoreLinks.android,
  app_download_enabled: 'true',
} as const;
