import type { ReportedPerson } from '@quorum/contracts/report/wire.ts';

/** The name, else the masked number, else that the account was deleted. */
export const nameOf = ({ firstName, lastName, phoneNumber }: ReportedPerson): string =>
  `${firstName} ${lastName}`.trim() || phoneNumber || 'Deleted account';
