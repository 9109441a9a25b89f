import { type RefObject, useEffect, useRef } from 'react';
import type { Step } from '../draft.ts';

/** The main field of each step. In a step that is a choice, the chosen option. */
const MAIN_FIELD: Readonly<Record<Step, string | undefined>> = {
  0: 'input',
  1: '.slots [tabindex="0"]',
  2: '[role="radio"][tabindex="0"]',
  3: 'input',
  4: undefined,
};

/**
 * Moves the focus from step to step, so typing can continue. On the last step it is on the button, which is disabled while
 * the work runs.
 */
export const useFocusOnStep = (
  step: Step,
  isEntering: boolean,
  form: RefObject<HTMLFormElement | null>,
  primary: RefObject<HTMLButtonElement | null>,
): void => {
  const shown = useRef<Step>(step);
  useEffect(() => {
    if (!isEntering || shown.current === step) return;
    shown.current = step;
    const field = MAIN_FIELD[step];
    const target = field === undefined ? primary.current : form.current?.querySelector<HTMLElement>(field);
    target?.focus();
  }, [step, isEntering, form, primary]);
};
