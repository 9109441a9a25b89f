import type { ReportedPerson } from '@quorum/contracts/report/wire.ts';
import { formatPhone } from '@quorum/contracts/text/phone.ts';

/** The name, else the number, else that the account was deleted. */
export const nameOf = ({ firstName, lastName, phoneNumber }: ReportedPerson): string =>
  `${firstName} ${lastName}`.trim() || formatPhone(phoneNumber) || 'Deleted account';
