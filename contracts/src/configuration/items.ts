import { defaultStoreLinks } from '../kernel/product.ts';

/** Settings that administrators may change. Values are texts. */
export const configurationKeys = ['app_download_enabled', 'ios_app_store_url', 'android_play_store_url'] as const;

export type ConfigurationKey = (typeof configurationKeys)[number];

type Item = {
  /** The default. */
  readonly standard: string;
  readonly description: string;
  /** @returns the error in the value, if any. */
  readonly fault: (value: string) => string | undefined;
};

const isWebAddress = (value: string): boolean => {
  try {
    return new URL(value).protocol === 'https:' && value.startsWith('https://');
  } catch {
    return false;
  }
};

const MAX_LENGTH = 2048;

const addressFault = (value: string): string | undefined => {
  if (!isWebAddress(value)) return 'enter an address that begins with https://';
  return value.length > MAX_LENGTH ? `use at most ${MAX_LENGTH} characters` : undefined;
};

export const configurationItems: { readonly [K in ConfigurationKey]: Item } = {
  app_download_enabled: {
    standard: 'true',
    description: 'Shows the store buttons on the app-download page. When false the page stays, without buttons.',
    fault: (value) => (value === 'true' || value === 'false' ? undefined : 'choose true or false'),
  },
  ios_app_store_url: {
    standard: defaultStoreLinks.ios,
    description: 'Where Download for iOS leads.',
    fault: addressFault,
  },
  android_play_store_url: {
    standard: defaultStoreLinks.android,
    description: 'Where Download for Android leads.',
    fault: addressFault,
  },
};

export const isConfigurationKey = (key: string | undefined): key is ConfigurationKey =>
  (configurationKeys as readonly (string | undefined)[]).includes(key);
