import type { UserView } from '@quorum/contracts/account/wire.ts';
import { accountPhoneError, formatPhone } from '@quorum/contracts/text/phone.ts';
import { weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import type { CodeTarget } from '../../../data/session/code-target.ts';
import { clearSteps, type SavedStep, savedStep, saveStep } from '../../../data/session/saved-step.ts';
import { userApi } from '../../../data/user/user-api.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { PhoneInput } from '../../../shared/ui/controls/phone-input.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { AccountRow } from '../account-row.tsx';
import { EditForm } from '../edit-form.tsx';
import { PendingPhoneChange } from './pending-phone-change.tsx';
import { PhoneCodeForm } from './phone-code-form.tsx';

/** `proving`: a code was sent to the new number (`+1` and ten digits) at that time. */
type State = { readonly step: 'shown' } | { readonly step: 'entering' } | ({ readonly step: 'proving' } & SavedStep);

export interface PhoneRowProps {
  user: UserView;
  codeHelper: ((target: CodeTarget) => ReactNode) | undefined;
}

/** The number is the only key to the account, so both numbers are proved before it changes. */
export function PhoneRow({ user, codeHelper }: PhoneRowProps) {
  const { now, storage } = useServices();
  const timeZone = useTimeZone();
  const dayOf = (instant: string) => weekdayMonthDay(localDate(Date.parse(instant), timeZone));
  const toast = useToast();
  const [state, setState] = useState<State>(() => {
    const sent = savedStep(storage, 'phone', now());
    return sent ? { step: 'proving', ...sent } : { step: 'shown' };
  });
  const close = () => {
    clearSteps(storage);
    setState({ step: 'shown' });
  };
  const prove = (phoneNumber: string) => {
    const sent = { phoneNumber, sentAt: now() };
    saveStep(storage, 'phone', sent);
    setState({ step: 'proving', ...sent });
  };
  const changed = () => {
    toast('Phone number updated successfully');
    close();
  };

  return (
    <AccountRow
      label="Phone Number"
      value={formatPhone(user.phoneNumber)}
      editing={state.step !== 'shown'}
      onEdit={() => setState({ step: 'entering' })}
      textFirst={state.step === 'proving'}
      below={<PendingPhoneChange user={user} />}
    >
      {state.step === 'entering' && (
        <NumberForm
          user={user}
          onCancel={close}
          onChanged={changed}
          onSent={(phoneNumber) => {
            prove(phoneNumber);
            toast('Verification code sent to your phone!');
          }}
        />
      )}
      {state.step === 'proving' && (
        <PhoneCodeForm
          currentNumber={user.phoneNumber}
          phoneNumber={state.phoneNumber}
          sentAt={state.sentAt}
          onResent={() => prove(state.phoneNumber)}
          onCancel={close}
          onChanged={changed}
          onScheduled={(effectiveAt) => {
            toast(`Your number changes on ${dayOf(effectiveAt)}. We sent a notice to your current number.`);
            close();
          }}
          codeHelper={codeHelper}
        />
      )}
    </AccountRow>
  );
}

interface NumberFormProps {
  user: UserView;
  onSent: (phoneNumber: string) => void;
  onChanged: () => void;
  onCancel: () => void;
}

function NumberForm({ user, onSent, onChanged, onCancel }: NumberFormProps) {
  const [phone, setPhone] = useState(user.phoneNumber.slice(-10));
  const [update] = userApi.useUpdatePhoneMutation();
  const phoneNumber = `+1${phone}`;
  const { act, busy, error, setError } = useAction(update, {
    failed: 'Failed to update phone number',
    next: (answer) => ('user' in answer ? onChanged() : onSent(phoneNumber)),
  });

  const submit = async () => {
    const problem = accountPhoneError(phone);
    if (problem === undefined) await act({ phoneNumber });
    else setError(problem);
  };

  return (
    <EditForm isTouched={phone !== user.phoneNumber.slice(-10)} busy={busy} onSave={submit} onCancel={onCancel}>
      <Field label="Phone Number" hideLabel error={error}>
        <PhoneInput
          value={phone}
          readOnly={busy}
          onChange={(digits) => {
            setError(undefined);
            setPhone(digits);
          }}
        />
      </Field>
    </EditForm>
  );
}
