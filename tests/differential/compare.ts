import { until } from '@quorum/service-kit/testing/until.ts';
import type { Actor } from './actor.ts';
import { Difference } from './difference.ts';
import type { Person, State } from './model/state.ts';
import { viewOf } from './model/views.ts';
import { inModelWords } from './model-words.ts';
import { groupsOf, Onlooker, type Views } from './views.ts';

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 400);

/** Lines that only one of two lists holds: all of them, because the next run may not show them again. */
const linesOfOne = (a: readonly string[], b: readonly string[], at: string): string => {
  const [ofA, ofB] = [new Set(a), new Set(b)];
  const onlyA = a.filter((line) => !ofB.has(line));
  const onlyB = b.filter((line) => !ofA.has(line));
  return [`${at}: ${a.length} ≠ ${b.length} lines`, ...onlyA, '≠', ...onlyB].join('\n');
};

const isLines = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Describes the first difference between two values. */
const differenceOf = (a: unknown, b: unknown, at = ''): string | undefined => {
  if (JSON.stringify(a) === JSON.stringify(b)) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${at}: ${shown(a)} ≠ ${shown(b)}`;
  if (isLines(a) && isLines(b)) return linesOfOne(a, b, at);
  const [one, other] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differenceOf(one[key], other[key], `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return `${at}: another order`;
};

/** All products must come to show the same, and the same as the model. @throws Difference */
const compareAll = async (
  who: string,
  look: () => Promise<readonly Views[]>,
  check: (views: Views) => string | undefined,
  patience: number,
) => {
  let found: string | undefined;
  try {
    await until(async () => {
      const [first = {}, ...others] = await look();
      found = check(first) ?? others.map((other) => differenceOf(first, other)).find((one) => one !== undefined);
      return found === undefined;
    }, patience);
  } catch (error) {
    throw found === undefined ? error : new Difference(`${who} sees ${found}`);
  }
};

const comparePerson = (
  onlookers: readonly Onlooker[],
  state: State,
  person: Person,
  patience: number,
): Promise<void> => {
  const groups = groupsOf(state, person);
  const foreign = [...state.groups.values()].find(({ members }) => !members.has(person.name));
  const look = () => Promise.all(onlookers.map((onlooker) => onlooker.ofPerson(person.name, groups, foreign)));
  const check = (views: Views) => differenceOf(inModelWords(views), viewOf(state, person));
  return compareAll(person.name, look, check, patience);
};

/** People whose views differ, after which no other person is compared. Each costs the whole patience. */
const MAX_SHOWN = 5;

const differenceIn = async (comparing: Promise<void>): Promise<string | undefined> => {
  try {
    await comparing;
    return undefined;
  } catch (error) {
    if (error instanceof Difference) return error.message;
    throw error;
  }
};

/**
 * Compares everything that people and administrators see. @param patience milliseconds for read models to catch up and process managers
 * to finish. @returns the number of people compared.
 */
export const compareViews = async (actors: readonly Actor[], state: State, patience: number): Promise<number> => {
  const onlookers = actors.map((actor) => new Onlooker(actor));
  const people = [...state.people.values()].filter(({ deleted }) => !deleted);
  const found: string[] = [];
  for (const person of people) {
    const difference = await differenceIn(comparePerson(onlookers, state, person, patience));
    if (difference !== undefined) found.push(difference);
    if (found.length === MAX_SHOWN) break;
  }
  const openReports = [...state.reports.values()].filter(({ decided }) => !decided).map(({ id }) => id);
  const look = () => Promise.all(onlookers.map((onlooker) => onlooker.ofAdministrator()));
  const check = ({ reports }: Views) => {
    const listed = (reports as readonly string[]).map((line) => (JSON.parse(line) as { readonly _id: string })._id);
    return differenceOf(listed.sort(), openReports.sort(), 'reports');
  };
  const difference = await differenceIn(compareAll('the administrator', look, check, patience));
  if (difference !== undefined) found.push(difference);
  if (found.length > 0) throw new Difference(found.join('\n'));
  return people.length;
};
