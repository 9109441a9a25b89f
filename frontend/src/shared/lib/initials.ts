const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first character as a person sees it (an emoji or an accented letter is one), upper-cased; '' for blank text. */
export function firstLetter(text: string): string {
  const [first] = graphemes.segment(text.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}

/** First letters of the first two words. */
export function groupInitials(name: string): string {
  return name.trim().split(/\s+/u).slice(0, 2).map(firstLetter).join('');
}

/** What stands in for a person's photo: first letter of the name, else the last two digits of the phone, else U. */
export function personInitial(name: string | null | undefined, phoneLast2: string | null | undefined): string {
  return firstLetter(name ?? '') || (phoneLast2 ?? '').slice(-2) || 'U';
}
