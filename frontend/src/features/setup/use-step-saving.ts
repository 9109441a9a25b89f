import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';

const STEP_DELAY_MS = 1000;

/** The pause that shows a saved answer before the next step. True while it lasts. */
function useStepDelay(onOver: () => void): readonly [boolean, () => void] {
  const [running, setRunning] = useState(false);
  const latest = useRef(onOver);
  useEffect(() => {
    latest.current = onOver;
  });
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => {
      setRunning(false);
      latest.current();
    }, STEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return [running, useCallback(() => setRunning(true), [])];
}

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

/** Checks and saves what a step asked for, shows for a moment that it is saved, and goes on. */
export function useStepSaving<T>({ check, save, saved, failed, onDone }: StepSaving<T>) {
  const [isSaved, beginDelay] = useStepDelay(onDone);
  const { act, busy, error, setError } = useAction(save, { failed, done: saved, next: beginDelay });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isSaved) return;
    const checked = check();
    if (checked.success) void act(checked.data);
    else setError(checked.error.issues[0]?.message);
  };
  return { error, setError, submit, busy: busy || isSaved, busyLabel: isSaved ? 'Saved' : busy && 'Saving...' };
}
