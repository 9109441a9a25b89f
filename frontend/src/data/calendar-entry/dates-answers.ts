import type { DatesAnswers } from '@quorum/contracts/entry/dates-answers.ts';
import type { SeriesView } from '@quorum/contracts/entry/wire.ts';
import type { PayloadOf } from '@quorum/contracts/socket.ts';

type Piece = { readonly revision: string };

/** Counts from a date on replace all from there on. */
const lastingOf = <P extends Piece & { readonly from: string }>(
  known: readonly P[],
  given: readonly P[],
): readonly P[] => {
  const [first, last] = [given[0], given.at(-1)];
  if (first === undefined || last === undefined || last.revision < (known.at(-1)?.revision ?? '')) return known;
  return [...known.filter(({ from }) => from < first.from), ...given];
};

const datesOf = <P extends Piece>(known: Readonly<Record<string, P>>, given: Readonly<Record<string, P>>) => {
  const newer = Object.entries(given).filter(([date, { revision }]) => revision >= (known[date]?.revision ?? ''));
  return newer.length === 0 ? known : { ...known, ...Object.fromEntries(newer) };
};

const noAnswers: DatesAnswers = { lasting: [], dates: {} };

const mineOf = (known: DatesAnswers['mine'], given: DatesAnswers['mine']): Pick<DatesAnswers, 'mine'> => {
  if (given === undefined || known === undefined) {
    const mine = given ?? known;
    return mine === undefined ? {} : { mine };
  }
  return { mine: { lasting: lastingOf(known.lasting, given.lasting), dates: datesOf(known.dates, given.dates) } };
};

/** The newer of each of their pieces. A frame or an answer has some, a loaded series has all. */
export const newerDates = (known: DatesAnswers = noAnswers, given: DatesAnswers = noAnswers): DatesAnswers => ({
  lasting: lastingOf(known.lasting, given.lasting),
  dates: datesOf(known.dates, given.dates),
  ...mineOf(known.mine, given.mine),
});

const dateIn = (eventId: string): string => eventId.split('_')[1] ?? '';

/** Somebody left the line of a date before the viewer, who moves up. */
const movedUp = (answers: DatesAnswers, { eventId, leaves, at }: PayloadOf<'datesAnswered'>): DatesAnswers => {
  const date = dateIn(eventId);
  const own = answers.mine?.dates[date];
  if (answers.mine === undefined || own === undefined || leaves === undefined) return answers;
  if (own.place === null || own.place <= leaves || at <= own.revision) return answers;
  const dates = { ...answers.mine.dates, [date]: { ...own, place: own.place - 1, revision: at } };
  return { ...answers, mine: { ...answers.mine, dates } };
};

export const withDatesAnswered = (series: SeriesView, change: PayloadOf<'datesAnswered'>): SeriesView => ({
  ...series,
  answers: movedUp(newerDates(series.answers, change.answers), change),
});

export const withOwnDates = (series: SeriesView, { mine }: PayloadOf<'ownDatesAnswered'>): SeriesView =>
  mine === undefined ? series : { ...series, answers: newerDates(series.answers, { ...noAnswers, mine }) };
