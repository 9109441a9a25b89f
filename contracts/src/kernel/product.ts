export const PRODUCT_NAME = 'Quorum';

/** Support address, unless the configuration sets another. */
export const DEFAULT_SUPPORT_EMAIL = 'support@quorum.app';

/** Where to get the apps, unless the configuration sets another address. */
export const defaultStoreLinks = {
  ios: 'https://apps.apple.com/app/quorum',
  android: 'https://play.google.com/store/apps/details?id=app.quorum',
} as const;
