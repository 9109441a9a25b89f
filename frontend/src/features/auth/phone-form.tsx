import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import type { FormEvent } from 'react';
import type { SignInMode } from '../../data/session/saved-step.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Field } from '../../shared/ui/controls/field.tsx';
import { PhoneInput } from '../../shared/ui/controls/phone-input.tsx';
import { texts } from './texts.ts';

export interface PhoneFormProps {
  mode: SignInMode;
  phone: string;
  error?: string | undefined;
  /** The number belongs to the other mode, which is then offered beside the error. */
  offersOtherMode?: boolean;
  busy?: boolean;
  onPhone?: (phone: string) => void;
  onSubmit?: (event: FormEvent) => void;
  onSwitch?: () => void;
}

/** The look of the phone step. The build also prerenders it, to be shown until the app has loaded. */
export function PhoneForm(props: PhoneFormProps) {
  const { mode, phone, error, offersOtherMode = false, busy = false, onPhone, onSubmit, onSwitch } = props;
  return (
    <>
      <div>
        <h1>{texts[mode].title}</h1>
        <p>Enter your phone number and we’ll text you a 6‑digit code.</p>
      </div>
      <form onSubmit={onSubmit} noValidate>
        <div className="auth__phone">
          <Field label="Phone number" error={error}>
            <PhoneInput size="lg" value={phone} autoFocus onChange={(digits) => onPhone?.(digits)} />
          </Field>
          {offersOtherMode && (
            <button type="button" className="link auth__other" onClick={onSwitch}>
              {texts[mode].switchTo}
            </button>
          )}
        </div>
        <Button type="submit" variant="primary" size="lg" block busyLabel={busy && 'Sending code...'}>
          Send code
        </Button>
      </form>
      <p className="auth__alt">
        {texts[mode].question}{' '}
        <a
          className="link"
          href={mode === 'login' ? '/signup' : '/login'}
          onClick={(event) => {
            // Switch in place: the typed number stays, and the choice overrides the address.
            event.preventDefault();
            onSwitch?.();
          }}
        >
          {texts[mode].switchTo}
        </a>
      </p>
      {mode === 'signup' && <Consent />}
    </>
  );
}

function Consent() {
  return (
    <p className="auth__legal">
      {/* One text, as in the picture that the build draws: else the browser takes the two for different paragraphs. */}
      {`You must be 13 or older to use ${PRODUCT_NAME}. If you’re under 18, you need a parent’s consent. By continuing you agree to the `}
      <a className="link" href="/terms" target="_blank" rel="noopener">
        Terms
      </a>{' '}
      and{' '}
      <a className="link" href="/privacy" target="_blank" rel="noopener">
        Privacy Policy
      </a>
      .
    </p>
  );
}
