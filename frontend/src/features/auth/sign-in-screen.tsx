import './auth.css';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDocumentTitle } from '../../data/page/page-title.ts';
import { useServices } from '../../data/services/services-context.tsx';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { pendingInvite } from '../../data/session/invite.ts';
import { clearSteps, type SavedStep, savedStep, saveStep } from '../../data/session/saved-step.ts';
import type { NewSession } from '../../data/session/store-session.ts';
import { EMPTY_CODE, fillFrom } from '../../shared/lib/code-digits.ts';
import { secondsToWait } from '../../shared/ui/controls/code/resend-code.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { EntryPage } from '../../shared/ui/page/entry-page.tsx';
import { CodeStep } from './code-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { texts } from './texts.ts';
import { type HistoryEntry, useMode } from './use-mode.ts';

export interface SignInScreenProps {
  entry: HistoryEntry;
  /** Begins the session and shows the next screen. */
  onSignedIn: (session: NewSession) => Promise<void>;
  /** A code was sent, and the next screen is needed soon. */
  onCodeAwaited?: () => void;
  /** Shown beside the form. It may fill in the code. */
  codeHelper?: (target: CodeTarget) => ReactNode;
  /** Shown above the form for an invited visitor. */
  invitation?: (inviteCode: string) => ReactNode;
  /** Why the visitor is here. Shown above the first form. */
  reason?: ReactNode;
}

/** The mode, its step and what was typed. Another mode starts with its own saved step. */
const useSteps = (entry: HistoryEntry) => {
  const { storage, now } = useServices();
  const [mode, chooseMode] = useMode(entry);
  const [shownMode, setShownMode] = useState(mode);
  const [step, setStep] = useState(() => savedStep(storage, mode, now()));
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState(EMPTY_CODE);
  /** The step that Back led away from. */
  const [left, setLeft] = useState<SavedStep>();

  const goTo = (next: SavedStep | undefined) => {
    setStep(next);
    setCode(EMPTY_CODE);
  };
  if (mode !== shownMode) {
    setShownMode(mode);
    setLeft(undefined);
    goTo(savedStep(storage, mode, now()));
  }
  const fill = (digits: string) => setCode(fillFrom(EMPTY_CODE, 0, digits));
  return {
    mode,
    step,
    phone,
    setPhone,
    code,
    setCode,
    remember: (phoneNumber: string) => {
      const sent: SavedStep = { phoneNumber, sentAt: now() };
      saveStep(storage, mode, sent);
      goTo(sent);
    },
    backToPhone: () => {
      clearSteps(storage);
      setLeft(step);
      setPhone(step?.phoneNumber.slice(-10) ?? phone);
      goTo(undefined);
    },
    /** While no other code may be sent, the number leads back to the last code. */
    returnToCode: (phoneNumber: string): boolean => {
      if (left?.phoneNumber !== phoneNumber || secondsToWait(left.sentAt, now()) === 0) return false;
      saveStep(storage, mode, left);
      goTo(left);
      return true;
    },
    switchMode: () => {
      clearSteps(storage);
      chooseMode(mode === 'login' ? 'signup' : 'login');
    },
    codeTarget: { phoneNumber: step?.phoneNumber, sentAt: step?.sentAt, fill } satisfies CodeTarget,
  };
};

function StorageWarning() {
  const { storage } = useServices();
  const [isBlocked] = useState(storage.isBlocked);
  if (!isBlocked) return null;
  return <Notice tone="warn">Your browser stores nothing for this page, so a reload will sign you out.</Notice>;
}

/**
 * Signing in or up by phone: the number, then the code that was sent to it. It uses neither store nor router, whose
 * code is loaded later.
 */
export function SignInScreen({ entry, onSignedIn, onCodeAwaited, codeHelper, invitation, reason }: SignInScreenProps) {
  const invite = pendingInvite(useServices().storage);
  const { mode, step, codeTarget, ...steps } = useSteps(entry);
  const toast = useToast();
  const dismissNotice = useRef<() => void>(undefined);
  useDocumentTitle(texts[mode].page);
  const awaitsCode = step !== undefined;
  const codeAwaited = useEffectEvent(() => onCodeAwaited?.());
  useEffect(() => {
    if (awaitsCode) codeAwaited();
  }, [awaitsCode]);

  return (
    <>
      <EntryPage
        step={step ? 'code' : 'phone'}
        above={
          <>
            {invite !== null && invitation?.(invite)}
            {!step && (
              <>
                {reason}
                <StorageWarning />
              </>
            )}
          </>
        }
        seat={step ? { kind: 'kept', text: lastTwoDigits(step.phoneNumber) } : { kind: 'open' }}
      >
        {step ? (
          <CodeStep
            key={mode}
            mode={mode}
            step={step}
            code={steps.code}
            onCode={steps.setCode}
            onBack={steps.backToPhone}
            onResent={() => steps.remember(step.phoneNumber)}
            onSignedIn={onSignedIn}
            onProved={() => dismissNotice.current?.()}
          />
        ) : (
          <PhoneStep
            key={mode}
            mode={mode}
            phone={steps.phone}
            onPhone={steps.setPhone}
            onReturn={steps.returnToCode}
            onSent={(phoneNumber) => {
              steps.remember(phoneNumber);
              dismissNotice.current = toast(texts[mode].sent);
            }}
            onSwitch={steps.switchMode}
          />
        )}
      </EntryPage>
      {codeHelper?.(codeTarget)}
    </>
  );
}
