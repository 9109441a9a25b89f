import type { AuditKind } from '@quorum/contracts/audit/rules.ts';
import type { AuditFilter } from '../../data/admin/admin-api.ts';

/** A person or group by id, and by the name to show. */
export type Chosen = { readonly id: string; readonly name: string };

/** The filter of the history. Days as `YYYY-MM-DD`, inclusive. */
export type ChosenFilter = {
  readonly group?: Chosen | undefined;
  readonly user?: Chosen | undefined;
  readonly kind?: AuditKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const midnight = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
};

/** The filter for the server. Days become instants in the browser's zone. */
export const asQuery = ({ group, user, kind, from, to }: ChosenFilter): AuditFilter => ({
  ...(group && { groupId: group.id }),
  ...(user && { userId: user.id }),
  ...(kind && { kind }),
  ...(from && { from: midnight(from) }),
  ...(to && { to: midnight(to, 1) }),
});
