import type { RouteName } from '@quorum/contracts/routes.ts';
import { Client } from './product.ts';

/** Headers of an administrator's calls. */
export const adminHeaders = { username: 'root', password: 'correct horse' };

/** Settings that open the admin panel to {@link Administrator}. */
export const adminEnvironment = { ADMIN_USERNAME: adminHeaders.username, ADMIN_PASSWORD: adminHeaders.password };

/** An administrator's browser: every call carries the credentials. */
export class Administrator extends Client {
  override call<N extends RouteName>(name: N, options: Parameters<Client['call']>[1] = {}) {
    return super.call(name, { ...options, headers: { ...adminHeaders, ...options.headers } } as never);
  }
}
