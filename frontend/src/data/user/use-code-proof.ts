import { useRef, useState } from 'react';
import { useToast } from '../../shared/ui/toast.tsx';
import { type ApiError, errorText, isApiError } from '../api/api-error.ts';

type Answer = { readonly error?: unknown };

export type CodeProof = {
  readonly prove: () => Promise<Answer>;
  readonly proveFailed: string;
  readonly isProving: boolean;
  readonly onProved?: () => void;
  /** The server read the code and refused it. */
  readonly onRefused: (why: string) => void;
  readonly resend: () => Promise<Answer>;
  readonly onResent: () => void;
};

/** Other failures say nothing about the code, which is kept then. */
const isRefusal = (error: unknown): error is ApiError => isApiError(error) && error.status === 400;

/** Proves a number with the code that was sent to it, and has another one sent. */
export const useCodeProof = ({ prove, proveFailed, isProving, onProved, onRefused, resend, onResent }: CodeProof) => {
  const [error, setError] = useState<string>();
  const toast = useToast();
  // Once the code is proved, that it was sent is no news.
  const takeNoticeAway = useRef<() => void>(undefined);
  return {
    error,
    setError,
    confirm: async (): Promise<void> => {
      if (isProving) return;
      const answer = await prove();
      setError(answer.error === undefined ? undefined : errorText(answer.error, proveFailed));
      if (answer.error === undefined) {
        takeNoticeAway.current?.();
        onProved?.();
      } else if (isRefusal(answer.error)) onRefused(answer.error.error);
    },
    sendAgain: async (): Promise<void> => {
      const answer = await resend();
      setError(answer.error === undefined ? undefined : errorText(answer.error, 'Failed to resend code'));
      if (answer.error !== undefined) return;
      onResent();
      takeNoticeAway.current = toast('A new code has been sent');
    },
  };
};
