import { Check } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';

export interface StepperProps {
  steps: readonly string[];
  /** Index of the current step. */
  current: number;
}

/** Numbered steps in a row, as in the profile setup. */
export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className="stepper" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames('stepper__item', index < current && 'is-done', index === current && 'is-now')}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="stepper__num">
            {index < current ? <Check className="i i--sm" aria-label="Done" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** One bar per step, as in the wizards. */
export function WizardSteps({ steps, current }: StepperProps) {
  return (
    <ol className="wizard__steps" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames('wizard__step', index < current && 'is-done', index === current && 'is-now')}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
