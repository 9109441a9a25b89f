import type { PersonView } from '../account/wire.ts';
import { numberEnding } from './phone.ts';

type Named = Pick<PersonView, 'firstName' | 'lastName' | 'phoneNumber'>;

/** Full name, else the end of the number, else `Unknown User`: a deleted account has neither. */
export const personName = ({ firstName, lastName, phoneNumber }: Named): string =>
  `${firstName} ${lastName}`.trim() || (phoneNumber ? numberEnding(phoneNumber) : 'Unknown User');

/** The first name, else as `personName`. */
export const givenName = (person: Named): string => person.firstName || personName(person);

/** Whether the person deleted the account, and only an id is left. */
export const isErased = ({ firstName, lastName, phoneNumber }: Named): boolean =>
  `${firstName}${lastName}`.trim() === '' && !phoneNumber;
