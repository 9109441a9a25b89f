import { type AskedWord, matchesIn } from '@quorum/contracts/search/words.ts';
import { Fragment } from 'react';

/** Characters before the first match, and of the whole. */
const CHARACTERS_BEFORE = 60;
const CHARACTERS_SHOWN = 240;

/** The same place, or the next one if it is within a character. */
const betweenCharacters = (line: string, at: number): number =>
  (line.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;

/** The beginning of a word before a match, if there is one. */
const startBefore = (line: string, match: number): number => {
  const word = line.indexOf(' ', match - CHARACTERS_BEFORE) + 1;
  return word > 0 && word <= match ? word : betweenCharacters(line, match - CHARACTERS_BEFORE);
};

/** The text around the first match, with every match marked. */
export function Marked({ text, asked }: { text: string; asked: readonly AskedWord[] }) {
  const line = text.replace(/\s+/gu, ' ').trim();
  const [first] = matchesIn(line, asked);
  const from = first === undefined || first.start <= CHARACTERS_BEFORE ? 0 : startBefore(line, first.start);
  const to = betweenCharacters(line, from + CHARACTERS_SHOWN);
  const shown = line.slice(from, to);
  const matches = matchesIn(shown, asked);
  return (
    <>
      {from > 0 && '… '}
      {matches.map(({ start, end }, at) => (
        <Fragment key={start}>
          {shown.slice(matches[at - 1]?.end ?? 0, start)}
          <mark>{shown.slice(start, end)}</mark>
        </Fragment>
      ))}
      {shown.slice(matches.at(-1)?.end ?? 0)}
      {to < line.length && '…'}
    </>
  );
}
