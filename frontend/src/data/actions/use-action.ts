import { useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { selectConnection } from '../connection/connection-slice.ts';
import { useAppSelector } from '../store/hooks.ts';

const NO_CONNECTION = 'No connection. Please try again when you are back online.';

type Answer<D> = { readonly data?: D; readonly error?: unknown };

/**
 * What a dialog or form does when it is confirmed. A failure is shown in words, and what was typed stays; without a
 * connection it fails at once.
 * @param done called with the answer when it has succeeded.
 */
export const useAction = <A, D>(
  run: (what: A) => PromiseLike<Answer<D>>,
  failed: string,
  done?: (data: D) => unknown,
) => {
  const isOffline = useAppSelector(selectConnection).status === 'offline';
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const act = async (what: A): Promise<void> => {
    setError(isOffline ? NO_CONNECTION : undefined);
    if (isOffline) return;
    setBusy(true);
    const answer = await run(what);
    if (answer.error === undefined) await done?.(answer.data as D);
    else setError(errorText(answer.error, failed));
    setBusy(false);
  };
  return { act, busy, error, setError };
};
