import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminCredentials } from '@quorum/service-kit/http/admission/admin-authenticator.ts';
import type { Settings } from './settings.ts';

/** `credentials` are undefined if the admin panel is closed. `newPassword` was just generated and is stored nowhere: show it. */
export type OpenedAdmin = { readonly credentials: AdminCredentials | undefined; readonly newPassword?: string };

const FILE = 'admin.json';

const USERNAME = 'admin';

// A plain hash suffices: a password of 144 random bits cannot be guessed from it, and one from the environment is never stored.
const hashOf = (password: string): string => createHash('sha256').update(password).digest('hex');

/** The configured credentials of the administrators, if any. */
export const configuredAdmin = ({ admin }: Pick<Settings, 'admin'>): AdminCredentials | undefined =>
  admin && { username: admin.username, passwordHash: hashOf(admin.password) };

const stored = async (file: string): Promise<AdminCredentials | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as AdminCredentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: remove it to get a new admin password`, { cause: error });
  }
};

/**
 * The credentials for a product with its own data folder. In development, if none are configured, a password is generated at the
 * first start, and only its hash is kept in the data folder. In production the panel is closed then.
 */
export const openAdmin = async (settings: Pick<Settings, 'admin' | 'production' | 'dataDir'>): Promise<OpenedAdmin> => {
  if (settings.admin !== undefined || settings.production) return { credentials: configuredAdmin(settings) };
  const file = join(settings.dataDir, FILE);
  const known = await stored(file);
  if (known !== undefined) return { credentials: known };
  const newPassword = randomBytes(18).toString('base64url');
  const credentials = { username: USERNAME, passwordHash: hashOf(newPassword) };
  await mkdir(settings.dataDir, { recursive: true });
  await writeFile(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true });
  return { credentials, newPassword };
};
