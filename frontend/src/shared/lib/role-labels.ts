import type { Role } from '@quorum/contracts/kernel/permissions.ts';

/** Beside a name. Members have none. */
export const roleLabels: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: '' };
