import type { ApiError } from '../api/api-error.ts';
import type { Call } from '../api/call.ts';
import { request } from '../api/request.ts';
import type { Services } from '../services/services.ts';
import { forgetCredentials, storedCredentials } from './credentials.ts';

type Keys = { readonly username: string; readonly password: string };
type Answer = { readonly data: unknown } | { readonly error: ApiError };

/** Dispatched when the credentials are wrong, or no longer right. */
export const CREDENTIALS_REFUSED = 'admin-credentials-refused';

/** A name or password that does not fit into a header is unknown to the server. */
const fitsHeader = (text: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(text);

/** Makes a call with an administrator's headers. A signed-in user of this browser is not involved. */
export const callAs = async (
  { username, password }: Keys,
  call: Call,
  services: Services,
  signal?: AbortSignal,
): Promise<Answer> => {
  if (!fitsHeader(username) || !fitsHeader(password)) return { error: { status: 401, error: 'Invalid credentials' } };
  return request(call, services, { token: null, keys: { username, password }, signal });
};

/** As {@link callAs}, with the credentials of this tab. */
export const callAsAdmin = async (call: Call, services: Services, signal?: AbortSignal): Promise<Answer> => {
  const keys = storedCredentials() ?? { username: '', password: '' };
  const answer = await callAs(keys, call, services, signal);
  if ('error' in answer && (answer.error.status === 401 || (answer.error.status === 404 && keys.username === ''))) {
    forgetCredentials();
    window.dispatchEvent(new Event(CREDENTIALS_REFUSED));
  }
  return answer;
};
