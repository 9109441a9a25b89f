import { describe, expect, it } from 'vitest';
import type { Row } from './list-rows.ts';
import { stepTo } from './use-scroll-anchoring.ts';

const rowsOf = (keys: string): Row[] => [...keys].map((key) => ({ kind: 'day', key, header: key, detail: undefined }));

/** Each list that is drawn on the way. `^` marks a step that changes rows above the anchor. */
const stepsTo = (from: string, to: string, anchor: string | undefined): string[] => {
  const goal = rowsOf(to);
  const steps: string[] = [];
  for (let drawn: readonly Row[] = rowsOf(from); drawn !== goal; ) {
    const step = stepTo(drawn, goal, anchor);
    drawn = step.rows;
    steps.push(`${step.isAbove ? '^' : ''}${drawn.map(({ key }) => key).join('')}`);
  }
  return steps;
};

describe('the rows of a list that is being read', () => {
  it('the rows of a list that is being read change in one step if only one side of the anchor changes', () => {
    expect(stepsTo('abRcd', 'aNbRcd', 'R')).toEqual(['^aNbRcd']);
    expect(stepsTo('abRcd', 'abRd', 'R')).toEqual(['abRd']);
  });

  it('the rows of a list that is being read are removed on one side before they are added on the other', () => {
    expect(stepsTo('abRcd', 'acbRd', 'R')).toEqual(['abRd', '^acbRd']);
    expect(stepsTo('abRcd', 'bRcad', 'R')).toEqual(['^bRcd', 'bRcad']);
    expect(stepsTo('abRcd', 'cbRad', 'R')).toEqual(['abRd', '^cbRd', 'cbRad']);
  });

  it('the rows of a list that is being read change at once if none stays', () => {
    expect(stepsTo('abRcd', 'xyz', undefined)).toEqual(['xyz']);
  });
});
