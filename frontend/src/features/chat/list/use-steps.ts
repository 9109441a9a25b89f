import { useLayoutEffect, useReducer, useRef } from 'react';
import type { ChatLine } from '../chat-lines.ts';

export type Step = {
  readonly lines: readonly ChatLine[];
  /** Lines were added or removed above the first one. The list keeps its distance from its end. */
  readonly atStart: boolean;
};

const idOf = (line: ChatLine | undefined): string | undefined => line?.message._id;
const indexOf = (lines: readonly ChatLine[], id: string | undefined): number =>
  lines.findIndex((line) => idOf(line) === id);

/**
 * The lines to draw next on the way from the shown ones to the wanted ones. The list can keep its place only while one
 * of its ends changes, and cannot change its start while the reader scrolls down: newly measured lines below would move
 * those being read.
 */
export const stepTowards = (shown: readonly ChatLine[], wanted: readonly ChatLine[], goingDown: boolean): Step => {
  const whole = { lines: wanted, atStart: false };
  const [first, wantedFirst] = [idOf(shown[0]), idOf(wanted[0])];
  if (first === wantedFirst) return whole;
  const came = indexOf(wanted, first);
  const went = indexOf(shown, wantedFirst);
  if (came === -1 && went === -1) return whole;
  if (!goingDown && idOf(shown.at(-1)) === idOf(wanted.at(-1))) return { lines: wanted, atStart: true };
  return { lines: came === -1 ? [...shown.slice(0, went), ...wanted] : wanted.slice(came), atStart: false };
};

/** Draws the wanted lines one end at a time. The start waits until the reader no longer scrolls down. */
export const useSteps = (wanted: readonly ChatLine[], goingDown: boolean): Step => {
  const shown = useRef(wanted);
  const [, goOn] = useReducer((steps: number) => steps + 1, 0);
  const step = stepTowards(shown.current, wanted, goingDown);
  useLayoutEffect(() => {
    shown.current = step.lines;
    if (step.lines !== wanted && !goingDown) goOn();
  }, [step.lines, wanted, goingDown]);
  return step;
};
