const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });
const ONLY_SIGNS = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u;

/** The first user-perceived character (an emoji or accented letter counts as one), in upper case. Empty for blank text. */
const firstLetter = (text: string): string => {
  const [first] = graphemes.segment(text.trim());
  return first?.segment.toLocaleUpperCase('en-US') ?? '';
};

/** First letters of the first two words. Words without letters, such as `&`, are skipped if there are others. */
export const groupInitials = (name: string): string => {
  const words = name.split(/\s+/u).filter(Boolean);
  const spoken = words.filter((word) => !ONLY_SIGNS.test(word));
  return (spoken.length > 0 ? spoken : words).slice(0, 2).map(firstLetter).join('');
};

/** Stands in for a missing photo: the first letter of the name, else the last two digits of the phone, else `U`. */
export const personInitial = (name: string | null | undefined, phoneLast2: string | null | undefined): string =>
  firstLetter(name ?? '') || (phoneLast2 ?? '').slice(-2) || 'U';
