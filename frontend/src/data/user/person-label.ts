import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';

type Named = Pick<PersonView, 'firstName' | 'lastName' | 'phoneNumber'>;

/** A person's hue in degrees, for the name and the picture's placeholder. A deleted account has none. */
export const hueOf = ({ _id }: Pick<PersonView, '_id'>): number | undefined => {
  if (_id === '') return undefined;
  // Ids that differ in one character get very different hues.
  const hash = [..._id].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return hash % 360;
};

/** An Avatar's props for a person. */
export const avatarOf = (person: Named & Pick<PersonView, '_id' | 'profilePictureUrl'>) => ({
  photoUrl: person.profilePictureUrl,
  name: person.firstName,
  phoneLast2: lastTwoDigits(person.phoneNumber ?? ''),
  hue: hueOf(person),
});
