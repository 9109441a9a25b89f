import { type RefObject, useEffect, useRef } from 'react';
import type { Step } from './draft.ts';

/** The main field of each step, and of those that are a choice the chosen one. */
const MAIN_FIELD: Readonly<Record<Step, string | undefined>> = {
  0: 'input',
  1: '.slots [tabindex="0"]',
  2: '[role="radio"][tabindex="0"]',
  3: 'input',
  4: undefined,
};

/** The focus follows from step to step, so that typing can go on; on the last step it waits on the button. */
export const useFocusOnStep = (
  step: Step,
  form: RefObject<HTMLFormElement | null>,
  primary: RefObject<HTMLButtonElement | null>,
): void => {
  const shown = useRef<Step>(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const field = MAIN_FIELD[step];
    const target = field === undefined ? primary.current : form.current?.querySelector<HTMLElement>(field);
    target?.focus();
  }, [step, form, primary]);
};
