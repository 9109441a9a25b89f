/** A text, a question, and whether the question finds the text. */
type Case = readonly [text: string, question: string, isFound: boolean];

const LONG = 'pneumonoultramicroscopic';

/** Holds for the rule that splits texts, and for every index. */
export const texts: readonly Case[] = [
  ['Samples land Friday.', 'samples', true],
  ['Samples land Friday.', 'FRIDAY samples', true],
  ['Samples land Friday.', 'samples fri', true],
  ['Samples land Friday.', 'fri samples', false],
  ['Samples land Friday.', 'samples fr', false],
  ['Samples land Friday.', 'amples', false],
  ['Samples land Friday.', 'samples saturday', false],
  ['Samples land Friday.', 'fri ', false],
  // Diacritics, and characters that were joined or taken apart.
  ['Crème brûlée at Café Noir', 'creme brulee', true],
  ['creme brulee', 'CRÈME', true],
  ['cafe\u0301', 'café', true],
  ['İstanbul', 'istanbul', true],
  ['ﬁsh and ＨＥＬＬＯ', 'fish hello', true],
  ['Ёлка', 'елка', true],
  ['שָׁלוֹם', 'שלום', true],
  // Scripts without spaces: pairs of characters.
  ['明日東京都で会議', '東京', true],
  ['明日東京都で会議', '京都', true],
  ['明日東京都で会議', '東京都', true],
  ['明日東京都で会議', '会', true],
  ['明日東京都で会議', '都東', false],
  ['がぎぐ', 'かき', false],
  ['ประชุมวันนี้', 'ประชุม', true],
  ['Meet at 東京 station', 'station 東京', true],
  // Scripts with spaces.
  ['회의실 예약', '회의실', true],
  ['회의실 예약'.normalize('NFD'), '회의실', true],
  ['नमस्ते दुनिया', 'नमस्ते', true],
  // Signs and emoji separate words.
  ['🎉party🎉 time', 'party', true],
  ['4,180 for 2,000', '180', true],
  ['don’t', 'don', true],
  ['1️⃣ first', '1 first', true],
  ['no such thing', '" OR * NEAR(', false],
  ['near or not', 'near" OR "not', true],
  ['a:b-c=d', 'a b c d', true],
  // Of long words, the first letters are compared.
  [`${LONG}silico`, `${LONG}volcano`, true],
  [`${LONG}silico`, LONG.slice(0, 20), true],
  // A person who is mentioned is no word.
  ['<@0b9a57ac-0000-4000-8000-00000000000a> hello', '0b9a57ac', false],
];
