import { Clock, TriangleAlert } from 'lucide-react';
import { selectConnection } from '../../../data/connection/connection-slice.ts';
import { discard, sendAgain } from '../../../data/message/outbox/outbox.ts';
import type { Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { useDelayedFlag } from '../../../shared/hooks/use-delayed-flag.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';

export const SEND_FAILED = 'Failed to send message. Please try again.';

/** Milliseconds. Most messages are sent sooner, so nothing is shown before. */
const STATE_DELAY_MS = 1_000;

/** Why the user's text is not sent yet. */
export function OutgoingState({ outgoing }: { outgoing: Outgoing }) {
  const dispatch = useAppDispatch();
  const offline = useAppSelector(selectConnection).since !== null;
  const late = useDelayedFlag(outgoing.state !== 'failed', STATE_DELAY_MS);
  if (outgoing.state === 'failed')
    return (
      <div className="message__failed" role="alert">
        <TriangleAlert className="i i--sm" />
        <span>{outgoing.error || SEND_FAILED}</span>
        <Button size="sm" onClick={() => dispatch(sendAgain(outgoing.id))}>
          Try Again
        </Button>
        <Button size="sm" variant="ghost" onClick={() => dispatch(discard(outgoing.id))}>
          Discard
        </Button>
      </div>
    );
  if (!offline && !late) return null;
  return (
    <p className="message__state">
      <Clock className="i" />
      {outgoing.state === 'sending' && !offline ? 'Sending...' : 'Queued'}
    </p>
  );
}
