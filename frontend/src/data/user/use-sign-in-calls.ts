import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { useServices } from '../services/services-context.tsx';
import type { SignInMode } from '../session/saved-step.ts';
import type { NewSession } from '../session/store-session.ts';

/** Sending a code to a number, and proving the number with it. `busy` while a call is under way. */
export const useSignInCalls = (mode: SignInMode) => {
  const services = useServices();
  const sending = useBusy((phoneNumber: string) =>
    mode === 'login'
      ? ask(services, 'login', { body: { phoneNumber } })
      : ask(services, 'signup', { body: { phoneNumber } }),
  );
  /** Goes on until `onProved` has done what it does with the session. */
  const proving = useBusy(
    async (phoneNumber: string, verificationCode: string, onProved: (session: NewSession) => Promise<void>) => {
      const body = { phoneNumber, verificationCode };
      const answer = await (mode === 'login'
        ? ask(services, 'verifyLogin', { body })
        : ask(services, 'verifySignup', { body }));
      if (answer.data !== undefined) await onProved(answer.data);
      return answer;
    },
  );
  return { send: sending.run, isSending: sending.busy, prove: proving.run, isProving: proving.busy };
};

const useBusy = <A extends readonly unknown[], T>(work: (...parts: A) => Promise<T>) => {
  const [busy, setBusy] = useState(false);
  const run = async (...parts: A): Promise<T> => {
    setBusy(true);
    try {
      return await work(...parts);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
};
