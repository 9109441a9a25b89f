import { describe, expect, it } from 'vitest';
import { message } from '../../../testing/fakes.ts';
import type { ChatLine } from '../chat-lines.ts';
import { stepTowards } from './use-steps.ts';

const line = (id: string): ChatLine => ({ message: message(id, id) });
const lines = (...ids: string[]): readonly ChatLine[] => ids.map(line);

/** The steps until everything is shown: the ids, and whether the start changed. */
const steps = (from: readonly ChatLine[], to: readonly ChatLine[]) => {
  const taken: [string, boolean][] = [];
  for (let shown = from; shown !== to; ) {
    const step = stepTowards(shown, to, false);
    taken.push([step.lines.map(({ message: { _id } }) => _id).join(''), step.atStart]);
    shown = step.lines;
  }
  return taken;
};

describe('the list', () => {
  it('is one step where one end changes', () => {
    expect(steps(lines('c', 'd'), lines('c', 'd', 'e'))).toEqual([['cde', false]]);
    expect(steps(lines('c', 'd'), lines('a', 'b', 'c', 'd'))).toEqual([['abcd', true]]);
    expect(steps(lines('a', 'b', 'c'), lines('b', 'c'))).toEqual([['bc', true]]);
    expect(steps(lines('a', 'b', 'c'), lines('a', 'b'))).toEqual([['ab', false]]);
  });

  it('changes the end before the start where older lines come while the end changes (UX-05)', () => {
    expect(steps(lines('c', 'd'), lines('a', 'b', 'c', 'd', 'e'))).toEqual([
      ['cde', false],
      ['abcde', true],
    ]);
    expect(steps(lines('c', 'd', 'e'), lines('a', 'b', 'c', 'd'))).toEqual([
      ['cd', false],
      ['abcd', true],
    ]);
  });

  it('changes the end before the start where old lines go while newer ones come', () => {
    expect(steps(lines('a', 'b', 'c'), lines('b', 'c', 'd'))).toEqual([
      ['abcd', false],
      ['bcd', true],
    ]);
  });

  it('leaves the start as it is while the reader goes down (UX-05)', () => {
    const shownWhileGoingDown = (from: readonly ChatLine[], to: readonly ChatLine[]) => {
      const { lines: shown, atStart } = stepTowards(from, to, true);
      return [shown.map(({ message: { _id } }) => _id).join(''), atStart];
    };
    expect(shownWhileGoingDown(lines('c', 'd'), lines('a', 'b', 'c', 'd'))).toEqual(['cd', false]);
    expect(shownWhileGoingDown(lines('c', 'd'), lines('a', 'b', 'c', 'd', 'e'))).toEqual(['cde', false]);
    expect(shownWhileGoingDown(lines('a', 'b', 'c'), lines('b', 'c', 'd'))).toEqual(['abcd', false]);
    expect(shownWhileGoingDown(lines('a', 'b'), lines('x', 'y'))).toEqual(['xy', false]);
  });

  it('is one step to another stretch, from nothing and to nothing', () => {
    expect(steps(lines('a', 'b'), lines('x', 'y'))).toEqual([['xy', false]]);
    expect(steps([], lines('x'))).toEqual([['x', false]]);
    expect(steps(lines('x'), lines())).toEqual([['', false]]);
  });
});
