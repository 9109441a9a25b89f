import { limits } from '@quorum/contracts/session/rules.ts';
import { countdownLabel } from '@quorum/contracts/time/countdown.ts';
import { Clock } from 'lucide-react';
import { useId } from 'react';
import { useNow } from '../../../hooks/use-now.ts';
import { classNames } from '../../../lib/class-names.ts';

export interface ResendCodeProps {
  /** When the last code was sent, in milliseconds since the epoch. */
  sentAt: number;
  onResend: () => void;
  busy?: boolean;
  className?: string;
}

/** Requests another code, once the pause after the last one is over. */
export function ResendCode({ sentAt, onResend, busy = false, className }: ResendCodeProps) {
  const countdownId = useId();
  const seconds = secondsToWait(sentAt, useNow());
  const waiting = seconds > 0;
  return (
    <p className={classNames('resend', className)}>
      Didn’t get it?{' '}
      <button
        type="button"
        className="link"
        disabled={waiting || busy}
        aria-describedby={waiting ? countdownId : undefined}
        onClick={onResend}
      >
        Resend
      </button>
      {waiting && (
        <span id={countdownId} className="badge tabular-digits" role="timer">
          <Clock className="i i--sm" />
          {countdownLabel(seconds)}
        </span>
      )}
    </p>
  );
}

/** A clock that was set back must not cause a longer wait than the pause itself. */
export function secondsToWait(sentAt: number, now: number): number {
  const left = Math.ceil((sentAt + limits.resendCooldown - now) / 1000);
  return Math.max(0, Math.min(left, limits.resendCooldown / 1000));
}
