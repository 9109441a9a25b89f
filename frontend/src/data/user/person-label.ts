import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { lastTwoDigits, numberEnding } from '@quorum/contracts/text/phone.ts';

type Named = Pick<PersonView, 'firstName' | 'lastName' | 'phoneNumber'>;

/** Full name, else the end of the number, else `Unknown User`: a deleted account has neither. */
export const personName = ({ firstName, lastName, phoneNumber }: Named): string =>
  `${firstName} ${lastName}`.trim() || (phoneNumber ? numberEnding(phoneNumber) : 'Unknown User');

/** An Avatar's props for a person. */
export const avatarOf = (person: Named & Pick<PersonView, 'profilePictureUrl'>) => ({
  photoUrl: person.profilePictureUrl,
  name: person.firstName,
  phoneLast2: lastTwoDigits(person.phoneNumber ?? ''),
});
