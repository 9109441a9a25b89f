const MOST_LARGE = 3;
/** Characters and lines from which a message is folded: well above the twelve lines shown when folded. */
const LONG_TEXT = 1400;
const LONG_LINES = 16;

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3)/u;

/** Whether the text is one to three emoji and nothing else. */
export const isLarge = (text: string): boolean => {
  // Joined emoji take up to a dozen units each, so a longer text need not be split.
  if (text.length > 60) return false;
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim() !== '');
  return signs.length > 0 && signs.length <= MOST_LARGE && signs.every((sign) => EMOJI.test(sign));
};

export const isLong = (text: string): boolean =>
  text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
