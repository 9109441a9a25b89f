import { useState } from 'react';
import { useToast } from '../../shared/ui/toast.tsx';
import { errorText } from '../api/api-error.ts';

type Answer = { readonly error?: unknown };

export type CodeProof = {
  readonly prove: () => Promise<Answer>;
  readonly proveFailed: string;
  readonly isProving: boolean;
  readonly onProved?: () => void;
  readonly resend: () => Promise<Answer>;
  readonly onResent: () => void;
};

/** Proves a number with the code that was sent to it, and has another one sent. */
export const useCodeProof = ({ prove, proveFailed, isProving, onProved, resend, onResent }: CodeProof) => {
  const [error, setError] = useState<string>();
  const toast = useToast();
  return {
    error,
    setError,
    confirm: async (): Promise<void> => {
      if (isProving) return;
      const answer = await prove();
      setError(answer.error === undefined ? undefined : errorText(answer.error, proveFailed));
      if (answer.error === undefined) onProved?.();
    },
    sendAgain: async (): Promise<void> => {
      const answer = await resend();
      setError(answer.error === undefined ? undefined : errorText(answer.error, 'Failed to resend code'));
      if (answer.error !== undefined) return;
      onResent();
      toast('A new code has been sent');
    },
  };
};
