import { useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { useAfter } from '../../shared/hooks/use-after.ts';
import { submits } from '../../shared/lib/submits.ts';

/** Milliseconds. How long a saved answer is shown before the next step. */
const STEP_DELAY_MS = 1000;

type Checked<T> =
  | { success: true; data: T; error?: undefined }
  | { success: false; error: { issues: readonly { message: string }[] } };

interface StepSaving<T> {
  check: () => Checked<T>;
  save: (value: T) => PromiseLike<{ error?: unknown }>;
  saved: string;
  failed: string;
  onDone: () => void;
}

/** Checks and saves a step's answer, shows for a moment that it is saved, and continues. */
export function useStepSaving<T>({ check, save, saved, failed, onDone }: StepSaving<T>) {
  const [isSaved, setSaved] = useState(false);
  const { act, busy, error, setError } = useAction(save, { failed, done: saved, next: () => setSaved(true) });
  useAfter(isSaved, STEP_DELAY_MS, () => {
    setSaved(false);
    onDone();
  });

  const submit = submits(() => {
    if (busy || isSaved) return;
    const checked = check();
    if (checked.success) void act(checked.data);
    else setError(checked.error.issues[0]?.message);
  });
  return { error, setError, submit, busy: busy || isSaved, busyLabel: isSaved ? 'Saved' : busy && 'Saving...' };
}
