const graphemes = new Intl.Segmenter('en-US', { granularity: 'grapheme' });
const ONLY_SIGNS = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u;

/** The first character as a person sees it (an emoji or an accented letter is one), in upper case; '' for blank text. */
const firstLetter = (text: string): string => {
  const [first] = graphemes.segment(text.trim());
  return first?.segment.toLocaleUpperCase('en-US') ?? '';
};

/** First letters of the first two words. A word of signs alone, such as `&`, does not count where there are others. */
export const groupInitials = (name: string): string => {
  const words = name.split(/\s+/u).filter(Boolean);
  const spoken = words.filter((word) => !ONLY_SIGNS.test(word));
  return (spoken.length > 0 ? spoken : words).slice(0, 2).map(firstLetter).join('');
};

/** What stands in for a person's photo: the first letter of the name, else the last two digits of the phone, else `U`. */
export const personInitial = (name: string | null | undefined, phoneLast2: string | null | undefined): string =>
  firstLetter(name ?? '') || (phoneLast2 ?? '').slice(-2) || 'U';
