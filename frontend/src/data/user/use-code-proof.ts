import { useRef, useState } from 'react';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { type ApiError, errorText, isApiError } from '../api/api-error.ts';

type Answer = { readonly error?: unknown };

export type CodeProof = {
  readonly prove: () => Promise<Answer>;
  readonly proveFailed: string;
  readonly onProved?: () => void;
  /** The server read the code and refused it. */
  readonly onRefused: (why: string) => void;
  readonly resend: () => Promise<Answer>;
  readonly onResent: () => void;
};

/** Other failures say nothing about the code, so it is kept. */
const isRefusal = (error: unknown): error is ApiError => isApiError(error) && error.status === 400;

/** Proves a phone number with the code that was sent to it, and requests further codes. */
export const useCodeProof = ({ prove, proveFailed, onProved, onRefused, resend, onResent }: CodeProof) => {
  const [error, setError] = useState<string>();
  const toast = useToast();
  // The sixth digit submits the code, and Enter may follow before that is rendered.
  const isProving = useRef(false);
  // The notice that a code was sent is obsolete once the code is proved.
  const dismissNotice = useRef<() => void>(undefined);
  return {
    error,
    setError,
    confirm: async (): Promise<void> => {
      if (isProving.current) return;
      isProving.current = true;
      const answer = await prove().finally(() => {
        isProving.current = false;
      });
      setError(answer.error === undefined ? undefined : errorText(answer.error, proveFailed));
      if (answer.error === undefined) {
        dismissNotice.current?.();
        onProved?.();
      } else if (isRefusal(answer.error)) onRefused(answer.error.error);
    },
    sendAgain: async (): Promise<void> => {
      const answer = await resend();
      setError(answer.error === undefined ? undefined : errorText(answer.error, 'Failed to resend code'));
      if (answer.error !== undefined) return;
      onResent();
      dismissNotice.current = toast('A new code has been sent');
    },
  };
};
