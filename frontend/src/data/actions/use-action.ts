import { useState } from 'react';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { errorText } from '../api/api-error.ts';
import { selectConnection } from '../connection/connection-slice.ts';
import { useLostConnection } from '../connection/use-lost-connection.ts';
import { useAppSelector } from '../store/hooks.ts';

export const NO_CONNECTION = 'No connection. Please try again when you are back online.';

/** Whether the browser has no network, or the server has been away for more than a moment. Known without asking the server. */
export const useIsOffline = (): boolean => {
  const { status, answered } = useAppSelector(selectConnection);
  const isLost = useLostConnection();
  return status === 'offline' || (isLost && !answered);
};

type Answer<D> = { readonly data?: D; readonly error?: unknown };

type Course<D> = {
  /** The text when the server gives no reason, or a function that words every failure. */
  readonly failed: string | ((error: unknown) => string);
  /** The toast that says what was done. */
  readonly done?: string | ((data: D) => string);
  /** Runs after success; usually closes the dialog. The action stays busy until it is over. */
  readonly next?: (data: D) => unknown;
  /** Called after a failure, beside its text. */
  readonly onFailed?: (why: string, error: unknown) => unknown;
};

/**
 * The action of a dialog or form when it is confirmed, once at a time. A failure is shown in words, and what was typed
 * stays; without a connection it fails at once, and says so until the connection is back.
 */
export const useAction = <A, D>(
  run: (what: A) => PromiseLike<Answer<D>>,
  { failed, done, next, onFailed }: Course<D>,
) => {
  const isOffline = useIsOffline();
  const toast = useToast();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (error === NO_CONNECTION && !isOffline) setError(undefined);
  const fail = (why: string, cause?: unknown) => {
    setError(why);
    onFailed?.(why, cause);
  };
  const succeed = (data: D) => {
    if (done !== undefined) toast(typeof done === 'string' ? done : done(data));
    return next?.(data);
  };
  const act = async (what: A): Promise<void> => {
    if (busy) return;
    if (isOffline) return fail(NO_CONNECTION);
    setError(undefined);
    setBusy(true);
    try {
      const answer = await run(what);
      if (answer.error === undefined) await succeed(answer.data as D);
      else fail(typeof failed === 'string' ? errorText(answer.error, failed) : failed(answer.error), answer.error);
    } finally {
      setBusy(false);
    }
  };
  return { act, busy, error, setError };
};
