/** Values of the public configuration as long as none was set. */
export const appConfig = {
  ios_app_store_url: 'https://apps.apple.com/app/quorum',
  android_play_store_url: 'https://play.google.com/store/apps/details?id=app.quorum',
  app_download_enabled: 'true',
} as const;
