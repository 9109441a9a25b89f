import './auth.css';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import { type ReactNode, useRef, useState } from 'react';
import { useDocumentTitle } from '../../data/page/use-document-title.ts';
import { useServices } from '../../data/services/services-context.tsx';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { pendingInvite } from '../../data/session/invite.ts';
import { clearSteps, type SavedStep, savedStep, saveStep } from '../../data/session/saved-step.ts';
import { EMPTY_CODE, fillFrom } from '../../shared/lib/code-digits.ts';
import { EntryPage } from '../../shared/ui/entry-page.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { CodeStep } from './code-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { texts } from './texts.ts';
import { useMode } from './use-mode.ts';

export interface SignInScreenProps {
  /** Stands beside the form and may fill in the code. */
  codeHelper?: (target: CodeTarget) => ReactNode;
  /** What the visitor was invited to. */
  invitation?: (inviteCode: string) => ReactNode;
}

/** Signing in or up by phone: the number, then the code that was sent to it. Guards take over once the code is right. */
export default function SignInScreen({ codeHelper, invitation }: SignInScreenProps) {
  const { storage, now } = useServices();
  const invite = pendingInvite(storage);
  const toast = useToast();
  const takeNoticeAway = useRef<() => void>(undefined);
  const [mode, chooseMode] = useMode();
  const [shownMode, setShownMode] = useState(mode);
  const [step, setStep] = useState(() => savedStep(storage, mode, now()));
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState(EMPTY_CODE);
  useDocumentTitle(texts[mode].page);

  if (mode !== shownMode) {
    setShownMode(mode);
    setStep(savedStep(storage, mode, now()));
    setCode(EMPTY_CODE);
  }

  const remember = (phoneNumber: string) => {
    const sent: SavedStep = { phoneNumber, sentAt: now() };
    saveStep(storage, mode, sent);
    setStep(sent);
    setCode(EMPTY_CODE);
  };

  const backToPhone = () => {
    clearSteps(storage);
    setPhone(step?.phoneNumber.slice(-10) ?? phone);
    setStep(undefined);
    setCode(EMPTY_CODE);
  };

  const switchMode = () => {
    clearSteps(storage);
    chooseMode(mode === 'login' ? 'signup' : 'login');
  };

  return (
    <>
      <EntryPage
        step={step ? 'code' : 'phone'}
        above={invite !== null && invitation?.(invite)}
        seat={step ? { kind: 'kept', text: lastTwoDigits(step.phoneNumber) } : { kind: 'open' }}
      >
        {step ? (
          <CodeStep
            key={mode}
            mode={mode}
            step={step}
            code={code}
            onCode={setCode}
            onBack={backToPhone}
            onResent={() => remember(step.phoneNumber)}
            onProved={() => takeNoticeAway.current?.()}
          />
        ) : (
          <PhoneStep
            key={mode}
            mode={mode}
            phone={phone}
            onPhone={setPhone}
            onSent={(phoneNumber) => {
              remember(phoneNumber);
              takeNoticeAway.current = toast(texts[mode].sent);
            }}
            onSwitch={switchMode}
          />
        )}
      </EntryPage>
      {codeHelper?.({
        phoneNumber: step?.phoneNumber,
        sentAt: step?.sentAt,
        fill: (digits) => setCode(fillFrom(EMPTY_CODE, 0, digits)),
      })}
    </>
  );
}
