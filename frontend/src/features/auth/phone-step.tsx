import { phoneError } from '@quorum/contracts/text/phone.ts';
import { type FormEvent, useState } from 'react';
import type { SignInMode } from '../../data/session/saved-step.ts';
import { useSignInCalls } from '../../data/user/use-sign-in-calls.ts';
import { PhoneForm } from './phone-form.tsx';
import { sendErrorText, texts } from './texts.ts';

export interface PhoneStepProps {
  mode: SignInMode;
  /** Up to ten digits. */
  phone: string;
  onPhone: (phone: string) => void;
  /** Goes back to a code that was just sent to this number. False if there is none. */
  onReturn: (phoneNumber: string) => boolean;
  /** A code was sent to this number (`+1` and ten digits). */
  onSent: (phoneNumber: string) => void;
  onSwitch: () => void;
}

export function PhoneStep({ mode, phone, onPhone, onReturn, onSent, onSwitch }: PhoneStepProps) {
  const { send, isSending } = useSignInCalls(mode);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const problem = phoneError(phone);
    setError(problem);
    if (problem !== undefined) return;
    const phoneNumber = `+1${phone}`;
    if (onReturn(phoneNumber)) return;
    const answer = await send(phoneNumber);
    if (answer.error !== undefined) setError(sendErrorText(mode, answer.error));
    else if (answer.data.userExists !== (mode === 'login')) setError(texts[mode].wrongMode);
    else onSent(phoneNumber);
  };

  return (
    <PhoneForm
      mode={mode}
      phone={phone}
      error={error}
      offersOtherMode={error === texts[mode].wrongMode}
      busy={isSending}
      onPhone={(digits) => {
        setError(undefined);
        onPhone(digits);
      }}
      onSubmit={submit}
      onSwitch={onSwitch}
    />
  );
}
