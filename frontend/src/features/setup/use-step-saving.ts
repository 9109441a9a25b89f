import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';

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
  mutation: readonly [(value: T) => PromiseLike<{ error?: unknown }>, { isLoading: boolean }];
  saved: string;
  failed: string;
  onDone: () => void;
}

/** Checks and saves what a step asked for, shows for a moment that it is saved, and goes on. */
export function useStepSaving<T>({ check, mutation: [save, saving], saved, failed, onDone }: StepSaving<T>) {
  const [error, setError] = useState<string>();
  const [isSaved, beginDelay] = useStepDelay(onDone);
  const toast = useToast();
  const busy = saving.isLoading || isSaved;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = check();
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    const answer = await save(checked.data);
    if (answer.error !== undefined) {
      setError(errorText(answer.error, failed));
      return;
    }
    toast(saved);
    beginDelay();
  };
  return { error, setError, submit, busy, busyLabel: saving.isLoading ? 'Saving...' : isSaved && 'Saved' };
}
