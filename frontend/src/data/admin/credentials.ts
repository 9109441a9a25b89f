import { hasFields } from '../../shared/lib/has-fields.ts';
import { browserStorage, readJson } from '../services/storage.ts';

/** The credentials for the administrator's headers. They exist only in the tab's session storage. */
export type Credentials = { readonly username: string; readonly password: string; readonly visitId: string };

const KEY = 'admin_session';

const isCredentials = (value: unknown): value is Credentials =>
  hasFields(value, { username: 'string', password: 'string', visitId: 'string' });

const tab = browserStorage(() => sessionStorage);

export const storedCredentials = (): Credentials | undefined => readJson(tab, KEY, isCredentials);

export const storeCredentials = (credentials: Credentials): void => {
  tab.set(KEY, JSON.stringify(credentials));
};

export const forgetCredentials = (): void => tab.remove(KEY);
