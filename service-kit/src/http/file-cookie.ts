import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import type { Context } from 'koa';
import { originOf, type PublicEndpoint } from './admission/origin.ts';

/** A page cannot send its token for a picture, so the browser sends it by a cookie, for files alone. */
const NAMES = { person: 'quorum-files', administrator: 'quorum-admin-files' } as const;

type Owner = keyof typeof NAMES;

/** The token in the cookie for files; undefined if there is none. */
export const fileToken = (context: Context, owner: Owner): string | undefined =>
  new RegExp(`(?:^|; ?)${NAMES[owner]}=([\\w.-]{20,200})(?:;|$)`).exec(context.get('cookie'))?.[1];

/** Sets or ends the cookie for files together with the session. @param token of the session that starts or continues. */
export const sendFileCookie = (
  context: Context,
  { session, permission }: Route,
  token: string | undefined,
  publicEndpoint: PublicEndpoint,
): void => {
  const name = NAMES[permission.access === 'admin' ? 'administrator' : 'person'];
  const isSecure = originOf(context.req, publicEndpoint).startsWith('https:');
  const [value, age] = session === 'ends' || token === undefined ? ['', 0] : [token, limits.sessionLifetime / 1000];
  const parts = [`${name}=${value}`, 'Path=/files', `Max-Age=${age}`, 'HttpOnly', 'SameSite=Strict'];
  context.append('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
};
