import { lastTwoDigits } from './phone.ts';

const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });

/** First character as a reader sees it, so that an emoji of several code points stays whole. */
const firstCharacter = (text: string): string => {
  for (const { segment } of graphemes.segment(text)) return segment.toUpperCase();
  return '';
};

/** First letters of the first two words of a group's name. */
export const groupInitials = (name: string): string =>
  name.split(/\s+/).filter(Boolean).slice(0, 2).map(firstCharacter).join('');

/** First letter of the first name, else the last two digits of the phone, else `U`. */
export const personInitial = (person: {
  readonly firstName?: string | undefined;
  readonly phoneNumber?: string | undefined;
}): string => firstCharacter(person.firstName?.trim() ?? '') || lastTwoDigits(person.phoneNumber ?? '') || 'U';
