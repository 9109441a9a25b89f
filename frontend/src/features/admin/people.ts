import { formatPhone, lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import type { ReportedPerson } from '@quorum/contracts/wire/views.ts';

/** The name, else the number, else that the account is gone. */
export const nameOf = ({ firstName, lastName, phoneNumber }: ReportedPerson): string =>
  `${firstName} ${lastName}`.trim() || formatPhone(phoneNumber) || 'Deleted account';

export const avatarOf = (person: ReportedPerson) => ({
  name: `${person.firstName} ${person.lastName}`.trim(),
  phoneLast2: lastTwoDigits(person.phoneNumber),
});
