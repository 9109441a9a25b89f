/** The credentials for the administrator's headers. They exist only in the tab's session storage. */
export type Credentials = { readonly username: string; readonly password: string; readonly visitId: string };

const KEY = 'admin_session';

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === 'object' &&
  value !== null &&
  ['username', 'password', 'visitId'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

export const storedCredentials = (): Credentials | undefined => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isCredentials(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const storeCredentials = (credentials: Credentials): void =>
  sessionStorage.setItem(KEY, JSON.stringify(credentials));

export const forgetCredentials = (): void => sessionStorage.removeItem(KEY);
