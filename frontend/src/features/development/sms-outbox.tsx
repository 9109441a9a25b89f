import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import type { CodeTarget } from '../../data/session/code-target.ts';
import { useOutbox } from './use-outbox.ts';

/** Its code is loaded only where a server has an outbox. */
const SmsOutboxPanel = lazy(() => import('./sms-outbox-panel.tsx'));

/**
 * The text messages that a server without an SMS provider would have sent. Other servers lack this list, and nothing is
 * shown.
 */
export function SmsOutbox(target: CodeTarget) {
  const messages = useOutbox(target.sentAt);
  if (messages === undefined) return null;
  // Shown in the corner of the window, outside the layout of the caller.
  return createPortal(
    <Suspense fallback={null}>
      <SmsOutboxPanel messages={messages} target={target} />
    </Suspense>,
    document.body,
  );
}
